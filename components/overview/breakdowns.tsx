import { ChartFrame } from '#components/charts/chart-frame';
import { HeatMap } from '#components/charts/heat-map';
import { IntervalBar } from '#components/charts/inline-charts';
import { WorldMap } from '#components/charts/world-map';
import { FilterButton } from '#components/filters/filter-buttons';
import { EngineName } from '#components/filters/filter-context';
import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import { AnswersLink } from '#components/ui/links';
import { buildIntervalAxis, buildShareSteps, type ShareStep } from '#lib/charts/chart-spec';
import { buildHeatMap } from '#lib/charts/heat-map';
import { buildWorldMap } from '#lib/charts/world-map';
import { getInterval, type TrackedBrand } from '#lib/core/metric';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersLinkContext, getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import { formatCountry } from '#lib/format/labels';
import type { MetricDescription } from '#lib/format/metric-descriptions';
import { formatCount, formatPercent, formatRateCounts } from '#lib/format/numbers';

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
  return (
    <Section
      title="By engine"
      note="Visibility by engine, with the 95% confidence interval."
      exportedTable="by-engine"
      descriptions={descriptions}
    >
      <BreakdownTable
        {...props}
        dimension="engine"
        rows={rows.map((row) => ({ ...row, value: row.engine }))}
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
  return (
    <ChartFrame
      title="By country"
      note="Visibility by the country from which prompts were sent."
      exportedTable="by-country"
      descriptions={descriptions}
      table={
        <BreakdownTable
          {...props}
          dimension="country"
          rows={rows.map((row) => ({ ...row, value: row.country }))}
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

interface BreakdownTableProps extends Omit<BreakdownProps<BreakdownRow & { value: string }>, 'descriptions'> {
  dimension: 'engine' | 'country';
}

function BreakdownTable({ dimension, rows, brand, linkContext }: BreakdownTableProps) {
  const { id: brandId, role } = brand;
  const { max } = buildIntervalAxis(rows.map(({ visibility }) => visibility));
  return (
    <DataTable
      label={`By ${dimension}`}
      rows={sortByVisibility(rows)}
      getKey={({ value }) => value}
      columns={[
        {
          head: dimension === 'engine' ? 'Engine' : 'Country',
          className: 'min-w-36 font-medium sm:min-w-44',
          cell: ({ value }) => (
            <FilterButton dimension={dimension} value={value} wholeRow>
              {dimension === 'engine' ? <EngineName engine={value} isStacked /> : formatCountry(value)}
            </FilterButton>
          ),
        },
        {
          head: 'Visibility (bar)',
          labelHidden: true,
          className: 'w-[22%] max-sm:hidden',
          cell: ({ visibility }) => (
            <IntervalBar value={visibility.value} interval={getInterval(visibility)} max={max} />
          ),
        },
        {
          head: 'Visibility',
          className: 'font-medium',
          numericCell: ({ value, visibility }) => (
            <AnswersLink
              href={linkContext && getMetricUrls(linkContext, brandId, { [dimension]: value }).visibility}
              title={formatRateCounts(visibility, 'answers')}
            >
              {formatPercent(visibility.value)}
            </AnswersLink>
          ),
        },
        { interval: ({ visibility }) => visibility },
        {
          change: ({ visibility }) => visibility.change,
          metric: ({ value }) => ({ metric: 'visibility', brandId, [dimension]: value }),
          isNeutral: () => role === 'competitor',
        },
        {
          head: 'Answers',
          className: 'text-muted',
          numericCell: ({ value, answers }) => (
            <AnswersLink
              href={
                linkContext && getAnswersUrl(linkContext.projectId, linkContext.query, { [dimension]: value })
              }
            >
              {formatCount(answers)}
            </AnswersLink>
          ),
        },
        hasUnanswered(rows)
          ? {
              head: 'Trigger rate',
              headTitle: 'How often the engine showed an answer',
              className: 'text-muted',
              title: ({ triggerRate: { numerator, denominator } }) =>
                `Answer shown ${formatCount(numerator)} of ${formatCount(denominator)} times`,
              numericCell: ({ triggerRate }) => formatPercent(triggerRate.value),
            }
          : null,
      ]}
    />
  );
}

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
      ? ` Showing the ${countries.length} of ${countryCount} countries with the most answers.`
      : '';
  const label = 'Visibility by engine and country';
  return (
    <ChartFrame
      title={label}
      note={`Visibility and number of answers.${countriesNote}`}
      exportedTable="by-engine-and-country"
      descriptions={descriptions}
      table={
        <DataTable
          label={label}
          className="max-h-[340px] overflow-y-auto"
          rows={rows}
          getKey={({ engine, country }) => `${engine} ${country}`}
          columns={[
            {
              head: 'Engine',
              className: 'font-medium',
              cell: ({ engine }) => <EngineName engine={engine} isStacked />,
            },
            { head: 'Country', cell: ({ country }) => formatCountry(country) },
            {
              head: 'Visibility',
              className: 'font-medium',
              numericCell: ({ engine, country, visibility }) => (
                <AnswersLink
                  href={linkContext && getMetricUrls(linkContext, brandId, { engine, country }).visibility}
                >
                  {formatPercent(visibility.value)}
                </AnswersLink>
              ),
            },
            { interval: ({ visibility }) => visibility },
            {
              change: ({ visibility }) => visibility.change,
              metric: ({ engine, country }) => ({ metric: 'visibility', brandId, engine, country }),
              isNeutral: () => role === 'competitor',
            },
            {
              head: 'Answers',
              numericCell: ({ visibility }) => formatCount(visibility.denominator),
              className: 'text-muted',
            },
          ]}
        />
      }
    >
      <HeatMap label={label} heatMap={heatMap} />
    </ChartFrame>
  );
}
