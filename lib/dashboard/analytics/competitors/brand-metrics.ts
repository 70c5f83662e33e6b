import type { TrackedBrand } from '#lib/core/metric';
import {
  computeMetricSet,
  type GetChange,
  type MetricInput,
  type MetricSet,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';

export interface BrandMetrics extends MetricSet {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
}

/** Computes the metrics of every tracked brand, the most visible first. */
export function buildBrandMetrics(inputs: readonly MetricInput[], getChange: GetChange): BrandMetrics[] {
  return inputs
    .map((input) => {
      const metrics = computeMetricSet(input, getChange);
      return { brand: toTrackedBrand(input.brand), mentioned: metrics.visibility.numerator, ...metrics };
    })
    .sort((a, b) => b.mentioned - a.mentioned || a.brand.colorIndex - b.brand.colorIndex);
}
