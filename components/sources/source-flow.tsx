import { ChartFrame } from '#components/charts/chart-frame';
import { SankeyChart } from '#components/charts/sankey-chart';
import type { SourcesView } from '#components/sources/source-links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { buildSourceFlow } from '#lib/charts/source-flow';
import type { TrackedBrand } from '#lib/core/metric';
import type { SourceFlow as SourceFlowRow } from '#lib/dashboard/analytics/sources/sources';
import { formatEngine } from '#lib/format/labels';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatPlural } from '#lib/format/numbers';

interface SourceFlowProps {
  view: SourcesView;
  flow: readonly SourceFlowRow[];
  ownerOf: (domain: string) => TrackedBrand | undefined;
  /** Domains in all. */
  total: number;
}

/** Which engines cite which domains, and whether those answers mention the brand. */
export function SourceFlow({ view, flow, ownerOf, total }: SourceFlowProps) {
  const { own } = view;
  const shown = new Set(flow.flatMap(({ domain }) => (domain === null ? [] : [domain])));
  const others = total - shown.size;
  const otherName = formatPlural(others, 'other domain');
  return (
    <ChartFrame
      title="Citation flow"
      note={`The ${shown.size} most cited of ${formatPlural(total, 'domain')}. A domain counts once in each answer that cites it.`}
      exported="source-flow"
      descriptions={[
        { metric: 'Share', description: describeDomainMetrics('the domain').mentioned(own.name) },
      ]}
      table={
        <Table label="Citation flow" className="max-h-[420px] overflow-y-auto">
          <TableHead>
            <HeadCell>Engine</HeadCell>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Cited in answers</HeadCell>
            <HeadCell numeric>Mention {own.name}</HeadCell>
            <HeadCell numeric>Share</HeadCell>
          </TableHead>
          <tbody>
            {flow.map(({ engine, domain, cited, mentioned }) => (
              <Row key={`${engine} ${domain}`}>
                <Cell className="font-medium">{formatEngine(engine)}</Cell>
                <Cell>{domain ?? otherName}</Cell>
                <Cell numeric>{formatCount(cited)}</Cell>
                <Cell numeric>{formatCount(mentioned)}</Cell>
                <Cell numeric className="text-muted">
                  {formatPercent(cited === 0 ? null : mentioned / cited)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      }
    >
      <SankeyChart
        label={`Engines, the domains they cite, and whether the answers mention ${own.name}`}
        chart={buildSourceFlow(flow, { brand: own, ownerOf, otherDomains: others })}
      />
    </ChartFrame>
  );
}
