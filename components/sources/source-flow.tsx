import { ChartFrame } from '#components/charts/chart-frame';
import { FlowChart } from '#components/charts/flow-chart';
import { engineLabel } from '#components/overview/engine-label';
import type { SourcesPlace } from '#components/sources/facts';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { type FlowInput, sourceFlow } from '#lib/charts/source-flow';
import type { TrackedBrand } from '#lib/core/figure';
import { sourceDefinitionsOf } from '#lib/format/definitions';
import { formatCount, formatPercent, formatPlural } from '#lib/format/formats';

interface SourceFlowProps {
  place: SourcesPlace;
  flow: readonly FlowInput[];
  ownerOf: (domain: string) => TrackedBrand | undefined;
  /** Domains in all. */
  total: number;
}

/** Which engines cite which sites, and whether the answers that do name the brand. */
export function SourceFlow({ place, flow, ownerOf, total }: SourceFlowProps) {
  const { own } = place;
  const shown = new Set(flow.flatMap(({ domain }) => (domain === null ? [] : [domain])));
  const others = total - shown.size;
  const otherName = formatPlural(others, 'other domain');
  return (
    <ChartFrame
      title="From engine to name"
      note={`The ${shown.size} most cited of ${formatPlural(total, 'domain')}. A domain counts once in each answer that cites it.`}
      exported="source-flow"
      meanings={[{ figure: 'Share', means: sourceDefinitionsOf('the domain').named(own.name) }]}
      table={
        <Table label="From engine to name" className="max-h-[420px] overflow-y-auto">
          <TableHead>
            <HeadCell>Engine</HeadCell>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Cited in answers</HeadCell>
            <HeadCell numeric>Name {own.name}</HeadCell>
            <HeadCell numeric>Share</HeadCell>
          </TableHead>
          <tbody>
            {flow.map(({ engine, domain, cited, named }) => (
              <Row key={`${engine} ${domain}`}>
                <Cell className="font-medium">{engineLabel(engine)}</Cell>
                <Cell>{domain ?? otherName}</Cell>
                <Cell numeric>{formatCount(cited)}</Cell>
                <Cell numeric>{formatCount(named)}</Cell>
                <Cell numeric className="text-muted">
                  {formatPercent(cited === 0 ? null : named / cited)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      }
    >
      <FlowChart
        label={`From engines over the sites they cite to naming ${own.name} or not`}
        chart={sourceFlow(flow, { engineLabel, brand: own, ownerOf, others })}
      />
    </ChartFrame>
  );
}
