import Link from 'next/link';
import { Section } from '#components/sections/section';
import { getDomainUrl, type SourcesView } from '#components/sources/source-links';
import { DomainName } from '#components/ui/domain';
import { EmptyState } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { SourceDomain } from '#lib/dashboard/analytics/sources/top-sources';
import { getAnswersUrl } from '#lib/format/answer-links';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatInterval, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface GapTableProps {
  view: SourcesView;
  /** Null when a competitor is selected. */
  gaps: { sources: readonly SourceDomain[]; total: number } | null;
}

/** Domains cited where a competitor is mentioned and the project's brand is not. */
export function GapTable({ view, gaps }: GapTableProps) {
  const { own, projectId, query } = view;
  const shown = gaps?.sources ?? [];
  return (
    <Section
      title="Source gaps"
      note={
        shown.length > 0
          ? `${formatCount(shown.length)} of ${formatCount(gaps?.total ?? 0)} domains cited where a competitor is mentioned and ${own.name} is not.`
          : undefined
      }
      exported={gaps ? 'source-gaps' : undefined}
      descriptions={[{ metric: 'Gap', description: describeDomainMetrics('the domain').gap(own.name) }]}
    >
      {gaps === null ? (
        <EmptyState kind="not measured" title="Not measured">
          Source gaps are counted for your own brand. Switch back to it to see them.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState kind="none" title="No gaps">
          No domain is cited where a competitor is mentioned and {own.name} is not.
        </EmptyState>
      ) : (
        <Table label="Source gaps">
          <TableHead>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Answers</HeadCell>
            <HeadCell numeric>Share of citing answers</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              95% interval
            </HeadCell>
          </TableHead>
          <tbody>
            {shown.map((source) => (
              <Row key={source.domain} className="relative">
                <Cell className="min-w-44 font-medium">
                  <Link
                    href={getDomainUrl(view, source.domain)}
                    className="after:absolute after:inset-0 hover:text-accent-strong md:whitespace-nowrap"
                  >
                    <DomainName domain={source.domain} />
                  </Link>
                </Cell>
                <Cell numeric>
                  <Link
                    href={getAnswersUrl(projectId, query, { cites: source.domain, gap: own.id })}
                    className="relative z-[1] font-medium hover:text-accent-strong hover:underline"
                  >
                    {formatCount(source.gap?.numerator ?? 0)}
                    <span className="sr-only"> answers: see them</span>
                  </Link>
                </Cell>
                <Cell
                  numeric
                  title={source.gap ? formatRateCounts(source.gap, 'answers that cite it') : undefined}
                >
                  {formatPercent(source.gap?.value ?? null)}
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatInterval(source.gap)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
