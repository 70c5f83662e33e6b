import type { MeanMetric, Metric, SentimentMetric, TrackedBrand } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { pairSegments, toBrandRows } from '#lib/dashboard/analytics/segments/metric-rows';
import {
  computeMeanMetric,
  computeMetric,
  type MetricDefinition,
  metricDefinitions,
  toComparison,
} from '#lib/dashboard/analytics/segments/metrics';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type BrandPromptCounts,
  readSegments,
  type Segment,
} from '#lib/dashboard/analytics/segments/read-segments';
import { computeSentimentMetric } from '#lib/dashboard/analytics/segments/sentiment-metric';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { Context } from '#lib/db/context';

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

/** Every tracked brand against the others, the most visible first. */
export function getBrandMetrics(context: Context, filters: MetricFilters): Promise<BrandMetrics[]> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells, brandPrompts } = await readSegments(scope, filters, market);
    return computeBrandMetrics(market, cells, brandPrompts, filters);
  });
}

/** The same of counts already read. */
export function computeBrandMetrics(
  market: ProjectScope,
  cells: readonly Segment[],
  counted: readonly BrandPromptCounts[],
  filters: MetricFilters,
): BrandMetrics[] {
  const { compared, models } = pairSegments(cells, market);
  const parts = market.brands.map((brand) => ({
    rows: toBrandRows(brand.id, cells, counted, compared),
    terms: { market, brand, filters, models },
  }));
  const changesOf = (measure: MetricDefinition) =>
    market.periods.previous
      ? comparePeriods(parts.map(({ rows, terms }) => toComparison(measure, rows, terms)))
      : [];
  const figuresOf = (measure: MetricDefinition) => {
    const changes = changesOf(measure);
    return parts.map(({ rows, terms }, index) => computeMetric(measure, rows, terms, changes[index] ?? null));
  };
  const visibility = figuresOf(metricDefinitions.visibility);
  const shareOfVoice = figuresOf(metricDefinitions.shareOfVoice);
  const firstPlace = figuresOf(metricDefinitions.firstPlace);
  const citationRate = figuresOf(metricDefinitions.citationRate);
  const citationShare = figuresOf(metricDefinitions.citationShare);
  const positionChanges = changesOf(metricDefinitions.position);
  const sentimentChanges = changesOf(metricDefinitions.sentiment);
  const standings = parts.flatMap(({ rows, terms }, index) => {
    const { id, name, role, colorIndex } = terms.brand;
    const seen = visibility[index];
    const voice = shareOfVoice[index];
    const first = firstPlace[index];
    const rate = citationRate[index];
    const share = citationShare[index];
    if (!seen || !voice || !first || !rate || !share) return [];
    return {
      brand: { id, name, role, colorIndex },
      mentioned: seen.numerator,
      visibility: seen,
      shareOfVoice: voice,
      position: computeMeanMetric(metricDefinitions.position, rows, terms, positionChanges[index] ?? null),
      firstPlace: first,
      citationRate: rate,
      citationShare: share,
      sentiment: computeSentimentMetric(rows, terms, sentimentChanges[index] ?? null),
    };
  });
  return standings.sort((a, b) => b.mentioned - a.mentioned || a.brand.colorIndex - b.brand.colorIndex);
}

export interface BrandSentiment {
  brand: TrackedBrand;
  sentiment: SentimentMetric;
}

/** How the answers speak of each tracked brand, the best spoken of first; those never classified last. */
export function listBrandSentiments(context: Context, filters: MetricFilters): Promise<BrandSentiment[]> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells, brandPrompts } = await readSegments(scope, filters, market);
    return computeBrandMetrics(market, cells, brandPrompts, filters)
      .map(({ brand, sentiment: figure }) => ({ brand, sentiment: figure }))
      .sort((a, b) => (b.sentiment.value ?? -Infinity) - (a.sentiment.value ?? -Infinity) || 0);
  });
}
