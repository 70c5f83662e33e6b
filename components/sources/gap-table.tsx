import Link from 'next/link';
import { type DomainFacts, domainAddress, type SourcesPlace } from '#components/sources/facts';
import { DomainName } from '#components/ui/domain-name';
import { EmptyState } from '#components/ui/empty-state';
import { Section } from '#components/ui/section';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { answersAddress } from '#lib/format/answers-address';
import { countedWords } from '#lib/format/counted';
import { sourceDefinitionsOf } from '#lib/format/definitions';
import { formatCount, formatInterval, formatPercent } from '#lib/format/formats';

interface GapTableProps {
  place: SourcesPlace;
  /** Null when another brand than the project's own is looked at. */
  gaps: { sources: readonly DomainFacts[]; total: number } | null;
}

/** Where to get named next: sites cited where a competitor is named and the own brand is not. */
export function GapTable({ place, gaps }: GapTableProps) {
  const { own, projectId, query } = place;
  const shown = gaps?.sources ?? [];
  return (
    <Section
      title="Where to get named next"
      note={
        shown.length > 0
          ? `${formatCount(shown.length)} of ${formatCount(gaps?.total ?? 0)} sites cited where a competitor is named and ${own.name} is not.`
          : undefined
      }
      exported={gaps ? 'source-gaps' : undefined}
      meanings={[{ figure: 'Gap', means: sourceDefinitionsOf('the domain').gap(own.name) }]}
    >
      {gaps === null ? (
        <EmptyState kind="not measured" title="Not measured">
          Source gaps are counted for the project’s own brand. Look from it again to see them.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState kind="none" title="No gap">
          No site is cited where a competitor is named and {own.name} is not.
        </EmptyState>
      ) : (
        <Table label="Source gaps">
          <TableHead>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Answers</HeadCell>
            <HeadCell numeric>Of those citing it</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              95% interval
            </HeadCell>
          </TableHead>
          <tbody>
            {shown.map((source) => (
              <Row key={source.domain} className="relative">
                <Cell className="min-w-44 font-medium">
                  <Link
                    href={domainAddress(place, source.domain)}
                    className="after:absolute after:inset-0 hover:text-accent-strong md:whitespace-nowrap"
                  >
                    <DomainName domain={source.domain} />
                  </Link>
                </Cell>
                <Cell numeric>
                  <Link
                    href={answersAddress(projectId, query, { cites: source.domain, gap: own.id })}
                    className="relative z-[1] font-medium hover:text-accent-strong hover:underline"
                  >
                    {formatCount(source.gap?.numerator ?? 0)}
                    <span className="sr-only"> answers: see them</span>
                  </Link>
                </Cell>
                <Cell
                  numeric
                  title={source.gap ? countedWords(source.gap, 'answers that cite it') : undefined}
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
