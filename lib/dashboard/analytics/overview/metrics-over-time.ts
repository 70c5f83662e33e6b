import type { Rate, TrackedBrand } from '#lib/core/metric';
import { addDays, listDays, type Period } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectSegments } from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  type MetricInput,
  toMetricInput,
  withMetricData,
} from '#lib/dashboard/analytics/segments/metric-data';
import {
  type MetricDefinition,
  type MetricName,
  metricDefinitions,
  trackedPositionMetric,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { computeRatesOverTime } from '#lib/dashboard/analytics/segments/time-series';
import type { Context } from '#lib/db/context';

export type SeriesInterval = 'day' | 'week' | 'month';

type SeriesMetric = MetricName | 'trackedPosition';

/**
 * The metrics of one brand in one interval of the period. A metric is null if nothing was counted. Means have no
 * confidence interval.
 */
export interface MetricsInInterval {
  period: Period;
  brand: TrackedBrand;
  metrics: Record<SeriesMetric, Rate | null>;
}

/** Returns the metrics of every tracked brand by day, by week (starting on Monday) or by calendar month, oldest first. */
export function getMetricsOverTime(
  context: Context,
  filters: MetricFilters,
  interval: SeriesInterval,
): Promise<MetricsInInterval[]> {
  return withMetricData(context, filters, async (_, data) => {
    const { scope } = data;
    const periods = [...groupDays(scope.periods.current, interval).values()];
    const series = scope.brands.map((brand) => {
      const input = toMetricInput(data, { brand });
      const compute = (definition: MetricDefinition) => computeSeries(definition, input, periods);
      return { brand: toTrackedBrand(brand), rates: mapDefinitions(compute) };
    });
    return periods.flatMap((period, index) =>
      series.map(({ brand, rates }) => ({
        period,
        brand,
        metrics: mapDefinitions((_, name) => rates[name][index] ?? null),
      })),
    );
  });
}

function mapDefinitions<T>(
  map: (definition: MetricDefinition, name: SeriesMetric) => T,
): Record<SeriesMetric, T> {
  const { visibility, shareOfVoice, position, firstPlace, citationRate, citationShare, sentiment } =
    metricDefinitions;
  return {
    visibility: map(visibility, 'visibility'),
    shareOfVoice: map(shareOfVoice, 'shareOfVoice'),
    position: map(position, 'position'),
    trackedPosition: map(trackedPositionMetric, 'trackedPosition'),
    firstPlace: map(firstPlace, 'firstPlace'),
    citationRate: map(citationRate, 'citationRate'),
    citationShare: map(citationShare, 'citationShare'),
    sentiment: map(sentiment, 'sentiment'),
  };
}

function computeSeries(
  definition: MetricDefinition,
  input: MetricInput,
  periods: readonly Period[],
): (Rate | null)[] {
  // Share of voice needs competitors, and citations of a brand need its domains.
  if (selectSegments(definition, input).length === 0) return periods.map(() => null);
  const rates = computeRatesOverTime(definition, input, periods);
  if (definition.kind === 'rate') return rates;
  return rates.map((rate) => rate && { ...rate, low: null, high: null });
}

/** Groups the days of a period by the start of their interval. The first and last group may be incomplete. */
function groupDays({ from, to }: Period, interval: SeriesInterval): Map<string, Period> {
  const groups = new Map<string, Period>();
  for (const day of listDays(from, to)) {
    const key = getIntervalStart(day, interval);
    groups.set(key, { from: groups.get(key)?.from ?? day, to: day });
  }
  return groups;
}

function getIntervalStart(day: string, interval: SeriesInterval): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}
