import { ChartFrame } from '#components/charts/chart-frame';
import { SankeyChart } from '#components/charts/sankey-chart';
import { EngineName } from '#components/filters/filter-context';
import { TableView } from '#components/sections/table-view';
import { buildSourceFlow, type FlowLabels } from '#lib/charts/source-flow';
import { sourceFlowTable } from '#lib/contract/tables/source-details';
import { formatCount, formatPlural } from '#lib/core/numbers';
import type { SourceFlow as SourceFlowRow } from '#lib/dashboard/analytics/sources/sources';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';

interface SourceFlowProps extends Omit<FlowLabels, 'otherDomainCount'> {
  flow: readonly SourceFlowRow[];
  /** The number of all domains, including those not shown. */
  domainCount: number;
}

/** Shows which engines cite which domains, and whether the citing answers mention the brand. */
export function SourceFlow({ flow, domainCount, ...labels }: SourceFlowProps) {
  const { brand } = labels;
  const shownDomains = new Set(flow.flatMap(({ domain }) => (domain === null ? [] : [domain])));
  const otherDomainCount = domainCount - shownDomains.size;
  return (
    <ChartFrame
      title={sourceFlowTable.title}
      note={`The most cited domains (${formatCount(shownDomains.size)} of ${formatCount(domainCount)}). A domain counts once in each answer that cites it.`}
      exportedTable={sourceFlowTable.name}
      descriptions={[
        { metric: 'Share', description: describeDomainMetrics('the domain').mentioned(brand.name) },
      ]}
      table={
        <TableView
          table={sourceFlowTable}
          className="max-h-[420px] overflow-y-auto"
          rows={flow}
          getKey={({ engine, domain }) => `${engine} ${domain}`}
          views={{
            engine: {
              className: 'font-medium',
              cell: ({ engine }) => <EngineName engine={engine} isStacked />,
            },
            domain: { cell: ({ domain }) => domain ?? formatPlural(otherDomainCount, 'other domain') },
            mentioned: { head: () => `Answers mentioning ${brand.name}` },
            share: { className: 'text-muted' },
          }}
        />
      }
    >
      <SankeyChart
        label={`Engines, the domains they cite, and whether the answers mention ${brand.name}`}
        chart={buildSourceFlow(flow, { ...labels, otherDomainCount })}
      />
    </ChartFrame>
  );
}
