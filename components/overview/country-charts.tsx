import { ChartFrame } from '#components/charts/chart-frame';
import { HeatMap } from '#components/charts/heat-map';
import { WorldMap } from '#components/charts/world-map';
import { BreakdownTable } from '#components/overview/breakdown-table';
import { ChangeLabel } from '#components/sections/change-label';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { buildHeatMap } from '#lib/charts/heat-map';
import { buildWorldMap } from '#lib/charts/world-map';
import { getInterval } from '#lib/core/metric';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersView, getMetricUrls } from '#lib/format/answer-links';
import { formatCountry, formatEngine } from '#lib/format/labels';
import type { MetricDescription } from '#lib/format/metric-descriptions';
import { formatCount, formatInterval, formatPercent } from '#lib/format/numbers';

interface CountryMapProps {
  slices: readonly (BreakdownRow & { country: string })[];
  /** For links to answers; undefined on a shared page. */
  behind: { brandId: string; view: AnswersView } | undefined;
  meanings: readonly MetricDescription[];
}

/** World map of visibility by country. */
export function CountryMap({ slices, behind, meanings }: CountryMapProps) {
  return (
    <ChartFrame
      title="By country"
      note="Visibility by the country prompts were sent from."
      exported="by-country"
      descriptions={meanings}
      table={
        <BreakdownTable
          behind={behind}
          label="By country"
          head="Country"
          dimension="country"
          slices={slices.map((slice) => ({
            ...slice,
            key: slice.country,
            label: formatCountry(slice.country),
          }))}
        />
      }
    >
      <WorldMap label="Visibility by country on a map of the world" map={buildWorldMap(slices)} />
    </ChartFrame>
  );
}

type Slices = OverviewData['byEngineAndCountry'];

interface EngineCountryMapProps {
  slices: Slices;
  /** For links to answers; undefined on a shared page. */
  behind: { brandId: string; view: AnswersView } | undefined;
  meanings: readonly MetricDescription[];
}

/** Heat map of visibility by engine and country. */
export function EngineCountryMap({ slices, behind, meanings }: EngineCountryMapProps) {
  const heat = buildHeatMap(
    slices.map(({ engine, country, visibility }) => ({ row: engine, column: country, metric: visibility })),
  );
  const cut =
    heat.columns.length < heat.columnCount
      ? ` ${heat.columns.length} of ${heat.columnCount} countries shown, those with the most answers.`
      : '';
  return (
    <ChartFrame
      title="Engine by country"
      note={`Visibility and number of answers.${cut}`}
      exported="by-engine-and-country"
      descriptions={meanings}
      table={<SlicesOfBoth slices={slices} behind={behind} />}
    >
      <HeatMap
        label="Visibility by engine and country"
        heat={heat}
        rowLabel={formatEngine}
        columnLabel={formatCountry}
      />
    </ChartFrame>
  );
}

function SlicesOfBoth({ slices, behind }: Pick<EngineCountryMapProps, 'slices' | 'behind'>) {
  return (
    <Table label="Visibility by engine and country" className="max-h-[340px] overflow-y-auto">
      <TableHead>
        <HeadCell>Engine</HeadCell>
        <HeadCell>Country</HeadCell>
        <HeadCell numeric>Visibility</HeadCell>
        <HeadCell numeric>95% interval</HeadCell>
        <HeadCell numeric>Change</HeadCell>
        <HeadCell numeric>Answers</HeadCell>
      </TableHead>
      <tbody>
        {slices.map(({ engine, country, visibility }) => (
          <Row key={`${engine} ${country}`}>
            <Cell className="font-medium">{formatEngine(engine)}</Cell>
            <Cell>{formatCountry(country)}</Cell>
            <Cell numeric className="font-medium">
              <AnswersLink
                href={behind && getMetricUrls(behind.view, behind.brandId, { engine, country }).visibility}
              >
                {formatPercent(visibility.value)}
              </AnswersLink>
            </Cell>
            <Cell numeric className="text-muted">
              {formatInterval(getInterval(visibility))}
            </Cell>
            <Cell numeric>
              <ChangeLabel change={visibility.change} compact />
            </Cell>
            <Cell numeric className="text-muted">
              {formatCount(visibility.denominator)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
