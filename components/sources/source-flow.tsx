import { ChartFrame } from '#components/charts/chart-frame';
import { SankeyChart } from '#components/charts/sankey-chart';
import { EngineName } from '#components/filters/filter-context';
import { DataTable } from '#components/sections/data-table';
import { buildSourceFlow, type FlowLabels } from '#lib/charts/source-flow';
import type { SourceFlow as SourceFlowRow } from '#lib/dashboard/analytics/sources/sources';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatPlural } from '#lib/format/numbers';

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
      title="Citation flow"
      note={`The most cited domains (${formatCount(shownDomains.size)} of ${formatCount(domainCount)}). A domain counts once in each answer that cites it.`}
      exportedTable="source-flow"
      descriptions={[
        { metric: 'Share', description: describeDomainMetrics('the domain').mentioned(brand.name) },
      ]}
      table={
        <DataTable
          label="Citation flow"
          className="max-h-[420px] overflow-y-auto"
          rows={flow}
          getKey={({ engine, domain }) => `${engine} ${domain}`}
          columns={[
            {
              head: 'Engine',
              className: 'font-medium',
              cell: ({ engine }) => <EngineName engine={engine} isStacked />,
            },
            {
              head: 'Domain',
              cell: ({ domain }) => domain ?? formatPlural(otherDomainCount, 'other domain'),
            },
            { head: 'Cited in answers', numericCell: ({ cited }) => formatCount(cited) },
            {
              head: `Answers mentioning ${brand.name}`,
              numericCell: ({ mentioned }) => formatCount(mentioned),
            },
            {
              head: 'Share',
              numericCell: ({ cited, mentioned }) => formatPercent(cited === 0 ? null : mentioned / cited),
              className: 'text-muted',
            },
          ]}
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
