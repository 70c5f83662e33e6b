import { ChartFrame } from '#components/charts/chart-frame';
import { HeatMap } from '#components/charts/heat-map';
import { IntervalBar } from '#components/charts/inline-charts';
import { WorldMap } from '#components/charts/world-map';
import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { AnswersLink } from '#components/ui/links';
import { buildIntervalAxis, buildShareSteps, type ShareStep } from '#lib/charts/chart-spec';
import { buildHeatMap } from '#lib/charts/heat-map';
import { buildWorldMap } from '#lib/charts/world-map';
import { formatCountry } from '#lib/contract/country-names';
import { byCountryTable, byEngineAndCountryTable, byEngineTable } from '#lib/contract/tables/breakdowns';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { getInterval, type TrackedBrand } from '#lib/core/metric';
import { formatCount, formatPercent, formatRateCounts } from '#lib/core/numbers';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersLinkContext, getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import type { MetricDescription } from '#lib/format/metric-descriptions';

interface BreakdownProps<T> {
  rows: readonly T[];
  /** The selected brand. Changes of a competitor are shown as neither good nor bad. */
  brand: TrackedBrand;
  /** The context of links to answers; undefined on a shared page. */
  linkContext: AnswersLinkContext | undefined;
  /** The metrics explained in the info popover. */
  descriptions: readonly MetricDescription[];
}

/** Visibility by engine. */
export function EngineBreakdown({
  rows,
  descriptions,
  ...props
}: BreakdownProps<OverviewData['byEngine'][number]>) {
  const getFilter = ({ engine }: { engine: string }) => ({ engine });
  const { omit, views } = getBreakdownViews({ ...props, rows, getFilter });
  return (
    <Section
      title={byEngineTable.title}
      note="Visibility by engine, and how exact it is."
      exportedTable={byEngineTable.name}
      descriptions={descriptions}
    >
      <TableView
        table={byEngineTable}
        rows={sortByVisibility(rows)}
        getKey={({ engine }) => engine}
        omit={omit}
        views={{
          engine: {
            className: dimensionClasses,
            cell: ({ engine }) => (
              <FilterButton filter="engines" value={engine} wholeRow>
                <EngineName engine={engine} isStacked />
              </FilterButton>
            ),
          },
          ...views,
        }}
      />
    </Section>
  );
}

/** Builds the color scale that the map and the heat map share. */
export function buildMapSteps({
  byCountry,
  byEngineAndCountry,
}: Pick<OverviewData, 'byCountry' | 'byEngineAndCountry'>): ShareStep[] {
  const shares = [...byCountry, ...byEngineAndCountry].map(({ visibility }) => visibility.value ?? 0);
  return buildShareSteps(Math.max(0, ...shares));
}

interface MapProps<T> extends BreakdownProps<T> {
  /** From `buildMapSteps`. */
  steps: ShareStep[];
}

/** World map of visibility by country. */
export function CountryMap({
  rows,
  descriptions,
  steps,
  ...props
}: MapProps<OverviewData['byCountry'][number]>) {
  const getFilter = ({ country }: { country: string }) => ({ country });
  const { omit, views } = getBreakdownViews({ ...props, rows, getFilter });
  return (
    <ChartFrame
      title={byCountryTable.title}
      note="Visibility by the country from which prompts were sent."
      exportedTable={byCountryTable.name}
      descriptions={descriptions}
      table={
        <TableView
          table={byCountryTable}
          rows={sortByVisibility(rows)}
          getKey={({ country }) => country}
          omit={omit}
          views={{
            country: {
              className: dimensionClasses,
              cell: ({ country }) => (
                <FilterButton filter="countries" value={country} wholeRow>
                  {formatCountry(country)}
                </FilterButton>
              ),
            },
            ...views,
          }}
        />
      }
    >
      <WorldMap
        label="Visibility by country on a map of the world"
        map={buildWorldMap(sortByVisibility(rows), steps)}
      />
    </ChartFrame>
  );
}

function sortByVisibility<T extends BreakdownRow>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (b.visibility.value ?? -1) - (a.visibility.value ?? -1));
}

/** Returns whether any engine responded without showing an answer. The trigger rate is shown only in this case. */
export function hasUnanswered(rows: readonly BreakdownRow[]): boolean {
  return rows.some(({ triggerRate }) => triggerRate.numerator < triggerRate.denominator);
}

interface BreakdownViewsProps<T> extends Omit<BreakdownProps<T>, 'descriptions'> {
  /** Returns the filter that selects the answers of a row. */
  getFilter: (row: T) => { engine: string } | { country: string };
}

/** Returns how the columns of a breakdown are shown, and which are left out. */
function getBreakdownViews<T extends BreakdownRow>({
  rows,
  brand: { id: brandId, role },
  linkContext,
  getFilter,
}: BreakdownViewsProps<T>) {
  const { max } = buildIntervalAxis(rows.map(({ visibility }) => visibility));
  const omitted = ['shareOfVoice', 'position', 'trackedPosition', 'citationRate'] as const;
  return {
    omit: hasUnanswered(rows) ? omitted : ([...omitted, 'triggerRate'] as const),
    views: {
      visibility: {
        className: 'font-medium',
        before: {
          head: 'Visibility (bar)',
          labelHidden: true,
          className: 'w-[16%] max-sm:hidden',
          cell: ({ visibility }: T) => (
            <IntervalBar value={visibility.value} interval={getInterval(visibility)} max={max} />
          ),
        },
        cell: (row: T) => (
          <AnswersLink
            href={linkContext && getMetricUrls(linkContext, brandId, getFilter(row)).visibility}
            title={formatRateCounts(row.visibility, 'answers')}
          >
            {formatPercent(row.visibility.value)}
          </AnswersLink>
        ),
        interval: {},
        change: {
          metric: (row: T) => ({ metric: 'visibility' as const, brandId, ...getFilter(row) }),
          isNeutral: () => role === 'competitor',
        },
      },
      answers: {
        className: 'text-muted',
        cell: (row: T) => (
          <AnswersLink
            href={linkContext && getAnswersUrl(linkContext.projectId, linkContext.query, getFilter(row))}
          >
            {formatCount(row.answers)}
          </AnswersLink>
        ),
      },
      triggerRate: {
        className: 'text-muted',
        title: ({ triggerRate: { numerator, denominator } }: T) =>
          `Answer shown ${formatCount(numerator)} of ${formatCount(denominator)} times`,
        cell: ({ triggerRate }: T) => formatPercent(triggerRate.value),
      },
    },
  };
}

/** The classes of the first column, whose button stretches over the row. */
const dimensionClasses = 'min-w-36 font-medium';

const messages = defineMessages({
  countries: 'Showing the {shown, number} of {total, number} countries with the most answers.',
});

/** Heat map of visibility by engine and country. */
export function EngineCountryMap({
  rows,
  brand: { id: brandId, role },
  linkContext,
  descriptions,
  steps,
}: MapProps<OverviewData['byEngineAndCountry'][number]>) {
  const heatMap = buildHeatMap(rows, steps);
  const { countries, countryCount } = heatMap;
  const countriesNote =
    countries.length < countryCount
      ? messages.countries({ shown: countries.length, total: countryCount })
      : null;
  return (
    <ChartFrame
      title={byEngineAndCountryTable.title}
      note={joinSentences(['Visibility and number of answers.', countriesNote])}
      exportedTable={byEngineAndCountryTable.name}
      descriptions={descriptions}
      table={
        <TableView
          table={byEngineAndCountryTable}
          className="max-h-[340px] overflow-y-auto"
          rows={rows}
          getKey={({ engine, country }) => `${engine} ${country}`}
          views={{
            engine: {
              className: 'font-medium',
              cell: ({ engine }) => <EngineName engine={engine} isStacked />,
            },
            country: { cell: ({ country }) => formatCountry(country) },
            visibility: {
              className: 'font-medium',
              cell: ({ engine, country, visibility }) => (
                <AnswersLink
                  href={linkContext && getMetricUrls(linkContext, brandId, { engine, country }).visibility}
                >
                  {formatPercent(visibility.value)}
                </AnswersLink>
              ),
              interval: {},
              change: {
                metric: ({ engine, country }) => ({ metric: 'visibility', brandId, engine, country }),
                isNeutral: () => role === 'competitor',
              },
            },
            answers: { className: 'text-muted' },
          }}
        />
      }
    >
      <HeatMap label={byEngineAndCountryTable.title} heatMap={heatMap} />
    </ChartFrame>
  );
}
