import Link from 'next/link';
import { IntervalBar } from '#components/charts/inline-charts';
import { Section } from '#components/sections/section';
import { getSourceListUrl, type SourceListState, type SourcesView } from '#components/sources/source-links';
import { classes } from '#components/ui/classes';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import { formatDomainType } from '#lib/format/labels';
import { sourceMetricDescriptions } from '#lib/format/metric-descriptions';
import { formatCount, formatInterval, formatPercent, formatRateCounts } from '#lib/format/numbers';

interface TypeTableProps {
  view: SourcesView;
  list: SourceListState;
  types: SourcesData['byType'];
}

/** Citations by type of domain. A row filters the list of domains by its type, or clears that filter. */
export function TypeTable({ view, list, types }: TypeTableProps) {
  const most = Math.max(0.01, ...types.map(({ citationShare }) => citationShare.value ?? 0));
  return (
    <Section
      title="By type"
      note="Which types of domain are cited, by share of all citations."
      exported="source-types"
      descriptions={[{ metric: 'Citation share', description: sourceMetricDescriptions.typeShare }]}
    >
      <Table label="Domain types">
        <TableHead>
          <HeadCell>Type</HeadCell>
          <HeadCell className="w-[38%]" unseen>
            Share as a bar
          </HeadCell>
          <HeadCell numeric>Citation share</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            95% interval
          </HeadCell>
          <HeadCell numeric>Domains</HeadCell>
        </TableHead>
        <tbody>
          {types.map(({ type, domains, citationShare }) => {
            const chosen = list.type === type;
            return (
              <Row key={type} className="relative">
                <Cell className="font-medium">
                  <Link
                    href={getSourceListUrl(view, list, { type: chosen ? null : type })}
                    scroll={false}
                    aria-current={chosen ? 'true' : undefined}
                    className={classes(
                      'after:absolute after:inset-0 hover:text-accent-strong',
                      chosen && 'font-semibold text-accent-strong',
                    )}
                  >
                    {formatDomainType(type)}
                  </Link>
                </Cell>
                <Cell>
                  <IntervalBar
                    length={(citationShare.value ?? 0) / most}
                    color={type === 'own' ? getBrandColor(0) : 'var(--control)'}
                  />
                </Cell>
                <Cell numeric className="font-medium" title={formatRateCounts(citationShare, 'citations')}>
                  {formatPercent(citationShare.value)}
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatInterval(citationShare)}
                </Cell>
                <Cell numeric className="text-muted">
                  {formatCount(domains)}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
