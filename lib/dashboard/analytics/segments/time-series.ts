import type { Rate, TrackedBrand } from '#lib/core/metric';
import { listDays, type Period } from '#lib/core/time';
import { getNoisyMetric, selectSegments } from '#lib/dashboard/analytics/segments/compute-metrics';
import type { MetricInput } from '#lib/dashboard/analytics/segments/metric-data';
import {
  type MetricDefinition,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';

export interface TimeSeries {
  /** Days as YYYY-MM-DD, without gaps. */
  days: readonly string[];
  /** The days of the previous period, at most as many as `days`; null when nothing is compared. */
  previousDays: readonly string[] | null;
  /** The project's own brand first. */
  series: readonly BrandSeries[];
}

/** A brand's rate on each day of `TimeSeries.days`; null if its denominator is 0, for example on a day without answers. */
export interface BrandSeries {
  brand: TrackedBrand;
  points: readonly (Rate | null)[];
  /** Its rates on `TimeSeries.previousDays`; null for brands other than the selected one, or when nothing is compared. */
  previous: readonly (Rate | null)[] | null;
}

/** Builds the daily rates of both periods. */
function buildTimeSeries(brands: readonly MetricInput[], definition: MetricDefinition): TimeSeries {
  const [{ scope } = {}] = brands;
  if (!scope) return { days: [], previousDays: null, series: [] };
  const { selectedBrand, periods } = scope;
  const { current, previous } = periods;
  const days = listDays(current.from, current.to);
  const previousDays = previous && listDays(previous.from, previous.to).slice(0, days.length);
  return {
    days,
    previousDays,
    series: brands.map((input) => ({
      brand: toTrackedBrand(input.brand),
      points: computeDailyRates(definition, input, days),
      previous:
        previousDays && input.brand.id === selectedBrand.id
          ? computeDailyRates(definition, input, previousDays)
          : null,
    })),
  };
}

/** Computes the rate of each day; null if its denominator is 0. */
export function computeDailyRates(
  definition: MetricDefinition,
  input: MetricInput,
  days: readonly string[],
): (Rate | null)[] {
  return computeRatesOverTime(
    definition,
    input,
    days.map((day) => ({ from: day, to: day })),
  );
}

/** Computes the rate of each period, with the noise of the page's period; null if its denominator is 0. */
export function computeRatesOverTime(
  definition: MetricDefinition,
  input: MetricInput,
  periods: readonly Period[],
): (Rate | null)[] {
  const { statistics, brand } = input;
  const metric = getNoisyMetric(definition, input);
  const indexes = selectSegments(definition, input).map(({ index }) => index);
  return periods.map((period) => {
    const days = statistics.panel.getDays(period);
    const level = statistics.getLevel(metric, brand.id, indexes, days);
    // Noise is that of the page's period, which can have no answers while others do.
    const average = level ?? statistics.getAverage(metric, brand.id, indexes, days);
    if (!average) return null;
    const { value, numerator, answers } = average;
    return { value, numerator, denominator: answers, ...(level?.interval ?? { low: null, high: null }) };
  });
}

/** Returns the share of each day's answers that mention each tracked brand. */
export function buildVisibilityOverTime(brands: readonly MetricInput[]): TimeSeries {
  return buildTimeSeries(brands, metricDefinitions.visibility);
}

/** Returns each tracked brand's share of voice on each day; no series without competitors. */
export function buildShareOfVoiceOverTime(brands: readonly MetricInput[]): TimeSeries {
  const timeSeries = buildTimeSeries(brands, metricDefinitions.shareOfVoice);
  return brands.length < 2 ? { ...timeSeries, series: [] } : timeSeries;
}
