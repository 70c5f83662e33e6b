import { buildShareAxis, type ChartSeries, type ChartSpec, getBrandColor } from '#lib/charts/chart-spec';
import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import { formatPercent } from '#lib/core/numbers';
import type { PositionDistribution } from '#lib/dashboard/analytics/competitors/competitors';
import type { BrandSeries, TimeSeries } from '#lib/dashboard/analytics/segments/time-series';

const maxEndLabels = 6;

/**
 * Builds a line chart of daily rates: one line per brand, a band of 95% intervals for the selected brand, and the
 * comparison period dashed. Days without answers stay gaps; every value and band fits on the axis.
 */
export function buildLineChart(
  label: string,
  { days, previousDays, series }: TimeSeries,
  selectedBrandId: string,
): ChartSpec {
  const lines = series.map((line) => buildLine(line, line.brand.id === selectedBrandId));
  const largest = Math.max(
    0,
    ...lines.flatMap(({ values, previous, intervals, hasBand }) => [
      ...values.map((value) => value ?? 0),
      ...(previous ?? []).map((value) => value ?? 0),
      ...(hasBand ? (intervals ?? []).map((interval) => interval?.[1] ?? 0) : []),
    ]),
  );
  return {
    kind: 'lines',
    label,
    height: 300,
    categories: days,
    previousDays,
    axis: buildShareAxis(largest),
    labelCount: { wide: 7, narrow: 4 },
    hasEndLabels: series.length <= maxEndLabels,
    series: lines,
  };
}

function buildLine({ brand, points, previous }: BrandSeries, hasBand: boolean): ChartSeries {
  const measured = points.map((rate) => (hasValue(rate) ? rate : null));
  return {
    ...describeBrand(brand),
    values: measured.map((rate) => rate?.value ?? null),
    intervals: measured.map((rate) => rate && [rate.low, rate.high]),
    hasBand,
    previous: previous?.some(hasValue) ? previous.map((rate) => rate?.value ?? null) : null,
    counts: measured.map((rate) => rate?.denominator ?? null),
  };
}

function describeBrand({ id, name, colorIndex, role }: TrackedBrand) {
  return { id, name, color: getBrandColor(colorIndex), isOwn: role === 'own' };
}

function hasValue(rate: Rate | null): rate is Rate & { value: number; low: number; high: number } {
  return rate !== null && rate.value !== null && rate.low !== null && rate.high !== null;
}

/**
 * Builds a chart of daily shares that add up to 1, stacked from the bottom: the project's own brand on the axis,
 * where its share is easiest to read, then by color index.
 */
export function buildStackedChart(
  label: string,
  { days, series }: Pick<TimeSeries, 'days' | 'series'>,
): ChartSpec {
  return {
    kind: 'stacked bars',
    label,
    height: 264,
    categories: days,
    previousDays: null,
    axis: { max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] },
    labelCount: { wide: 5, narrow: 4 },
    hasEndLabels: false,
    series: series
      .toSorted((a, b) => a.brand.colorIndex - b.brand.colorIndex)
      .map(({ brand, points }) => ({
        ...describeBrand(brand),
        values: points.map((rate) => rate?.value ?? null),
        intervals: null,
        hasBand: false,
        previous: null,
        counts: points.map((rate) => rate?.denominator ?? null),
      })),
  };
}

/** Formats a metric of each brand over the whole period, by brand ID. */
export function formatTotals<M extends 'visibility' | 'shareOfVoice'>(
  brandMetrics: readonly ({ brand: { id: string } } & Record<M, Pick<Rate, 'value'>>)[],
  metric: M,
): Record<string, string> {
  return Object.fromEntries(
    brandMetrics.map((metrics) => [metrics.brand.id, formatPercent(metrics[metric].value)]),
  );
}

/**
 * Builds a chart of how often brands take each position: a column per position, a bar per brand, each the share of
 * the answers that mention that brand.
 * @param brandCount the number of tracked brands, and so the last possible position
 */
export function buildPositionChart(
  label: string,
  distributions: readonly PositionDistribution[],
  brandCount: number,
): ChartSpec {
  const last = Math.max(0, ...distributions.map(({ answersByPosition }) => answersByPosition.length));
  const indexes = Array.from({ length: Math.min(brandCount, last) }, (_, index) => index);
  const series = distributions.map(({ brand, mentioned, answersByPosition }) => {
    const rates = indexes.map((index) => computeRate(answersByPosition[index] ?? 0, mentioned));
    return {
      ...describeBrand(brand),
      values: rates.map(({ value }) => value),
      intervals: rates.map(({ low, high }) =>
        low === null || high === null ? null : ([low, high] as const),
      ),
      hasBand: false,
      previous: null,
      counts: rates.map(({ denominator }) => denominator),
    };
  });
  return {
    kind: 'position bars',
    label,
    height: 264,
    categories: indexes.map((index) => (index + 1 === last ? `${last}+` : String(index + 1))),
    previousDays: null,
    axis: buildShareAxis(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))),
    labelCount: null,
    hasEndLabels: false,
    series,
  };
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Formats a category of a position chart: "1" as "1st", "10+" as "10th or later". */
export function formatPositionCategory(category: string): string {
  const position = Number.parseInt(category, 10);
  const ordinal = `${position}${suffixes[ordinals.select(position)] ?? 'th'}`;
  return category.endsWith('+') ? `${ordinal} or later` : ordinal;
}

/**
 * If a time series begins before its project existed, removes the days before the first one with data in either period,
 * so that the axis of a new project fits its data.
 * @param createdOn the day on which the project was created
 */
export function trimEmptyStart(timeSeries: TimeSeries, createdOn: string): TimeSeries {
  const { days, previousDays, series } = timeSeries;
  const hasPreviousData = (index: number) =>
    series.some(({ previous }) => (previous?.[index] ?? null) !== null);
  const isNewProject = days[0] !== undefined && days[0] < createdOn;
  const start = days.findIndex((_, index) => hasData(timeSeries, index) || hasPreviousData(index));
  if (!isNewProject || start <= 0) return timeSeries;
  return {
    days: days.slice(start),
    previousDays: previousDays?.slice(start) ?? null,
    series: series.map(({ brand, points, previous }) => ({
      brand,
      points: points.slice(start),
      previous: previous?.slice(start) ?? null,
    })),
  };
}

/** Two counts, and the bounds of the interval in thousandths; null is a day without answers. */
type SerializedRate = readonly [numerator: number, denominator: number, low: number, high: number] | null;

interface Points<R> extends Pick<BrandSeries, 'brand'> {
  points: readonly R[];
  previous: readonly R[] | null;
}

/** A time series as it is sent to the browser. */
export interface SerializedTimeSeries extends Omit<TimeSeries, 'series'> {
  series: readonly Points<SerializedRate>[];
}

/** Reduces rates to whole numbers, because the digits of shares and intervals would be most of a page's size. */
export function serializeRates({ series, ...days }: TimeSeries): SerializedTimeSeries {
  return {
    ...days,
    series: mapPoints(series, (rate): SerializedRate => {
      if (!rate) return null;
      const [low, high] = [rate.low ?? 0, rate.high ?? 0].map((end) => Math.round(end * 1_000));
      return [rate.numerator, rate.denominator, low ?? 0, high ?? 0];
    }),
  };
}

/** Restores what `serializeRates` serialized. */
export function deserializeRates({ series, ...days }: SerializedTimeSeries): TimeSeries {
  const toRate = ([numerator, denominator, low, high]: NonNullable<SerializedRate>): Rate => {
    const rate = computeRate(numerator, denominator);
    return rate.value === null ? rate : { ...rate, low: low / 1_000, high: high / 1_000 };
  };
  return { ...days, series: mapPoints(series, (counts) => counts && toRate(counts)) };
}

function mapPoints<From, To>(series: readonly Points<From>[], convert: (point: From) => To) {
  return series.map(({ brand, points, previous }) => ({
    brand,
    points: points.map(convert),
    previous: previous?.map(convert) ?? null,
  }));
}

/** Counts the days of a time series that have data. */
export function countDaysWithData(timeSeries: TimeSeries): number {
  return timeSeries.days.filter((_, index) => hasData(timeSeries, index)).length;
}

function hasData({ series }: TimeSeries, index: number): boolean {
  return series.some(({ points }) => (points[index] ?? null) !== null);
}
