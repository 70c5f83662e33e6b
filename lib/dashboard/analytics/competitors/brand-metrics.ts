import type { TrackedBrand } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  compareMetrics,
  computeMetricSet,
  type MetricSet,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { toBrandMetricInputs } from '#lib/dashboard/analytics/segments/metric-rows';
import { type ProjectScope, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import type { SegmentData } from '#lib/dashboard/analytics/segments/read-segments';

export interface BrandMetrics extends MetricSet {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
}

/** Computes the metrics of every tracked brand, the most visible first. */
export function computeBrandMetrics(
  scope: ProjectScope,
  segmentData: SegmentData,
  filters: MetricFilters,
): BrandMetrics[] {
  const inputs = toBrandMetricInputs(segmentData, scope, filters);
  const getChange = compareMetrics(Object.values(metricDefinitions), inputs);
  return inputs
    .map((input, index) => {
      const metrics = computeMetricSet(input, (definition) => getChange(definition, index));
      return { brand: toTrackedBrand(input.brand), mentioned: metrics.visibility.numerator, ...metrics };
    })
    .sort((a, b) => b.mentioned - a.mentioned || a.brand.colorIndex - b.brand.colorIndex);
}
