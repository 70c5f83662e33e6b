import { ChartFrame } from '#components/charts/chart-frame';
import { HeatMap } from '#components/charts/heat-map';
import { WorldMap } from '#components/charts/world-map';
import { SlicesTable } from '#components/overview/slices-table';
import { ChangeMark } from '#components/sections/change-label';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { heatMap } from '#lib/charts/heat-map';
import { worldMap } from '#lib/charts/world-map';
import { getInterval } from '#lib/core/metric';
import type { OverviewData } from '#lib/dashboard/analytics/overview';
import type { BreakdownRow } from '#lib/dashboard/analytics/slices';
import { type AnswersView, figureAddresses } from '#lib/format/answer-links';
import { countryName, formatEngine } from '#lib/format/labels';
import type { Meaning } from '#lib/format/metric-descriptions';
import { formatCount, formatInterval, formatPercent } from '#lib/format/numbers';

interface CountryMapProps {
  slices: readonly (BreakdownRow & { country: string })[];
  /** As a table of slices takes it. */
  behind: { brandId: string; view: AnswersView } | undefined;
  meanings: readonly Meaning[];
}

/** Visibility by country on the map of the world, drawn by the server. */
export function CountryMap({ slices, behind, meanings }: CountryMapProps) {
  return (
    <ChartFrame
      title="By country"
      note="Visibility by where the prompts were asked from."
      exported="by-country"
      meanings={meanings}
      table={
        <SlicesTable
          behind={behind}
          label="By country"
          head="Country"
          dimension="country"
          slices={slices.map((slice) => ({
            ...slice,
            key: slice.country,
            label: countryName(slice.country),
          }))}
        />
      }
    >
      <WorldMap label="Visibility by country on a map of the world" map={worldMap(slices)} />
    </ChartFrame>
  );
}

type Slices = OverviewData['byEngineAndCountry'];

interface EngineCountryMapProps {
  slices: Slices;
  /** As a table of slices takes it. */
  behind: { brandId: string; view: AnswersView } | undefined;
  meanings: readonly Meaning[];
}

/** Where each engine names the brand: engines against countries. */
export function EngineCountryMap({ slices, behind, meanings }: EngineCountryMapProps) {
  const heat = heatMap(
    slices.map(({ engine, country, visibility }) => ({ row: engine, column: country, figure: visibility })),
  );
  const cut =
    heat.columns.length < heat.columnsInAll
      ? ` ${heat.columns.length} of ${heat.columnsInAll} countries, those with most answers.`
      : '';
  return (
    <ChartFrame
      title="Engine by country"
      note={`Visibility, with the answers it rests on.${cut}`}
      exported="by-engine-and-country"
      meanings={meanings}
      table={<SlicesOfBoth slices={slices} behind={behind} />}
    >
      <HeatMap
        label="Visibility by engine and country"
        heat={heat}
        rowLabel={formatEngine}
        columnLabel={countryName}
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
            <Cell>{countryName(country)}</Cell>
            <Cell numeric className="font-medium">
              <AnswersLink
                href={behind && figureAddresses(behind.view, behind.brandId, { engine, country }).visibility}
              >
                {formatPercent(visibility.value)}
              </AnswersLink>
            </Cell>
            <Cell numeric className="text-muted">
              {formatInterval(getInterval(visibility))}
            </Cell>
            <Cell numeric>
              <ChangeMark change={visibility.change} compact />
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
