import type { MeanMetric, Metric, SentimentMetric, TrackedBrand } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  compareMetric,
  computeMeanMetric,
  computeMetric,
  computeSentimentMetric,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { metricDefinitions } from '#lib/dashboard/analytics/segments/metric-definitions';
import { toBrandMetricInputs } from '#lib/dashboard/analytics/segments/metric-rows';
import {
  type ProjectScope,
  readProjectScope,
  toTrackedBrand,
} from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type SegmentData } from '#lib/dashboard/analytics/segments/read-segments';
import type { Context } from '#lib/db/client';

export interface BrandMetrics {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
}

/** Returns the metrics of every tracked brand, the most visible first. */
export function getBrandMetrics(context: Context, filters: MetricFilters): Promise<BrandMetrics[]> {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    return computeBrandMetrics(scope, await readSegments(tx, filters, scope), filters);
  });
}

/** Computes the metrics of every tracked brand; the changes of one metric are judged together. */
export function computeBrandMetrics(
  scope: ProjectScope,
  segmentData: SegmentData,
  filters: MetricFilters,
): BrandMetrics[] {
  const inputs = toBrandMetricInputs(segmentData, scope, filters);
  const changes = {
    visibility: compareMetric(metricDefinitions.visibility, inputs),
    shareOfVoice: compareMetric(metricDefinitions.shareOfVoice, inputs),
    position: compareMetric(metricDefinitions.position, inputs),
    firstPlace: compareMetric(metricDefinitions.firstPlace, inputs),
    citationRate: compareMetric(metricDefinitions.citationRate, inputs),
    citationShare: compareMetric(metricDefinitions.citationShare, inputs),
    sentiment: compareMetric(metricDefinitions.sentiment, inputs),
  };
  return inputs
    .map((input, index) => {
      const compute = (name: keyof typeof changes) =>
        computeMetric(metricDefinitions[name], input, changes[name][index] ?? null);
      const visibility = compute('visibility');
      return {
        brand: toTrackedBrand(input.brand),
        mentioned: visibility.numerator,
        visibility,
        shareOfVoice: compute('shareOfVoice'),
        position: computeMeanMetric(metricDefinitions.position, input, changes.position[index] ?? null),
        firstPlace: compute('firstPlace'),
        citationRate: compute('citationRate'),
        citationShare: compute('citationShare'),
        sentiment: computeSentimentMetric(input, changes.sentiment[index] ?? null),
      };
    })
    .sort((a, b) => b.mentioned - a.mentioned || a.brand.colorIndex - b.brand.colorIndex);
}

export interface BrandSentiment {
  brand: TrackedBrand;
  sentiment: SentimentMetric;
}

/** Returns the sentiment of every tracked brand, the most positive first and those without any last. */
export async function listBrandSentiments(
  context: Context,
  filters: MetricFilters,
): Promise<BrandSentiment[]> {
  return (await getBrandMetrics(context, filters))
    .map(({ brand, sentiment }) => ({ brand, sentiment }))
    .sort((a, b) => (b.sentiment.value ?? -Infinity) - (a.sentiment.value ?? -Infinity) || 0);
}
