import type { Metric } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { groupSegments, toMetricRows } from '#lib/dashboard/analytics/segments/metric-rows';
import { computeMetric, metricDefinitions, toComparison } from '#lib/dashboard/analytics/segments/metrics';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { Context } from '#lib/db/context';

/** Visibility where an engine was asked from a country. */
export interface EngineCountryVisibility {
  engine: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  visibility: Metric;
}

/** The visibility of the brand by engine and country together, in the order of their keys. */
export function getEngineCountryVisibility(
  context: Context,
  filters: MetricFilters,
): Promise<EngineCountryVisibility[]> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells } = await readSegments(scope, filters, market);
    return buildEngineCountryVisibility(market, cells, filters);
  });
}

/** The same of cells already read; the changes are judged together. */
export function buildEngineCountryVisibility(
  market: ProjectScope,
  cells: readonly Segment[],
  filters: MetricFilters,
): EngineCountryVisibility[] {
  const groups = [...groupSegments(cells, ({ engine, country }) => `${engine} ${country}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      const asked = group.some(({ now }) => now.answers + now.noAnswer > 0);
      return first && asked ? [{ ...first, group }] : [];
    });
  const parts = groups.map(({ group }) => {
    const { rows, models } = toMetricRows(group, market);
    return { rows, terms: { market, brand: market.own, filters, models } };
  });
  const changes = market.periods.previous
    ? comparePeriods(parts.map(({ rows, terms }) => toComparison(metricDefinitions.visibility, rows, terms)))
    : [];
  return groups.flatMap(({ engine, country }, index) => {
    const part = parts[index];
    if (!part) return [];
    const visibility = computeMetric(
      metricDefinitions.visibility,
      part.rows,
      part.terms,
      changes[index] ?? null,
    );
    return [{ engine, country, visibility }];
  });
}
