import { computeRate, type Rate, type TrackedBrand } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { type MetricInput, sumMetric, toCluster } from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  type MetricDefinition,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import { estimateInterval } from '#lib/dashboard/analytics/statistics/estimate-interval';

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
          ? computeDailyRates(definition, input, previousDays, 'previous')
          : null,
    })),
  };
}

/** Computes the rate of each day; null if its denominator is 0. */
export function computeDailyRates(
  definition: MetricDefinition,
  input: MetricInput,
  days: readonly string[],
  period: 'current' | 'previous' = 'current',
): (Rate | null)[] {
  return computeRatesOverTime(definition, input, { keys: days, getKey: (day) => day, period });
}

/**
 * Computes the rate of each group of days; null if its denominator is 0. A group has too few answers to measure how much
 * answers to one prompt resemble one another, so the interval uses their correlation in the whole period.
 * @param groups.keys the groups, in the order of the result
 * @param groups.getKey returns the group of a day
 */
export function computeRatesOverTime(
  definition: MetricDefinition,
  input: MetricInput,
  {
    keys,
    getKey,
    period = 'current',
  }: { keys: readonly string[]; getKey: (day: string) => string; period?: 'current' | 'previous' },
): (Rate | null)[] {
  const sums = sumMetric(definition, input, period);
  const { clusters, denominator: answers } = sums.prompts;
  const { designEffect } = estimateInterval(sums);
  const correlation = answers > clusters ? Math.min(1, (designEffect - 1) / (answers / clusters - 1)) : 0;
  const counts = Map.groupBy(
    input.daily.days.filter(({ isCurrent }) => isCurrent === (period === 'current')),
    ({ day }) => getKey(day),
  );
  return keys.map((key) => {
    const { numerator, denominator } = sumClusters(
      (counts.get(key) ?? []).map((engineDay) => toCluster(definition, engineDay.counts)),
    );
    if (denominator === 0) return null;
    const effect = 1 + correlation * Math.max(0, denominator / clusters - 1);
    return { ...computeRate(numerator / effect, denominator / effect), numerator, denominator };
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
