import {
  type Change,
  computeRate,
  type Grade,
  getGrade,
  type Interval,
  type MeanMetric,
  type Metric,
  type SentimentMetric,
} from '#lib/core/metric';
import { hasSentiment } from '#lib/core/sentiment';
import type { NoisyMetric } from '#lib/dashboard/analytics/panel/metric-series';
import { toChange } from '#lib/dashboard/analytics/panel/panel-statistics';
import type { Segment } from '#lib/dashboard/analytics/segments/count-segments';
import type { MetricInput } from '#lib/dashboard/analytics/segments/metric-data';
import {
  type MetricCounts,
  type MetricDefinition,
  metricDefinitions,
  trackedPositionMetric,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import type { Level } from '#lib/dashboard/statistics/levels/estimate-level';

/** The metrics of a brand. */
export interface MetricSet {
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  /** Position among tracked brands, without a change; missing in older frozen reports. */
  trackedPosition?: MeanMetric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
}

/** Sentiment is computed from −1 to 1, and shown from −100 to 100. */
const sentimentScale = 100;

/** Computes all metrics of a brand. */
export function computeMetricSet(input: MetricInput): MetricSet {
  const { position, sentiment, ...rates } = metricDefinitions;
  return {
    visibility: computeMetric(rates.visibility, input),
    shareOfVoice: computeMetric(rates.shareOfVoice, input),
    position: computeMeanMetric(position, input),
    trackedPosition: computeMeanMetric(trackedPositionMetric, input),
    firstPlace: computeMetric(rates.firstPlace, input),
    citationRate: computeMetric(rates.citationRate, input),
    citationShare: computeMetric(rates.citationShare, input),
    sentiment: computeSentimentMetric(sentiment, input),
  };
}

/** Computes a rate. @param change by default, the change of the input's segments */
export function computeMetric(
  definition: MetricDefinition,
  input: MetricInput,
  change: Change | null = getChange(definition, input),
): Metric {
  const segments = selectSegments(definition, input);
  const rate = computeRate(
    sumCounts(segments, definition.numerator),
    sumCounts(segments, definition.denominator),
  );
  return { ...rate, ...assessLevel(definition, input, segments), change };
}

/** Computes a mean. */
export function computeMeanMetric(definition: MetricDefinition, input: MetricInput): MeanMetric {
  const segments = selectSegments(definition, input);
  const answers = sumCounts(segments, definition.denominator);
  return {
    mean: answers === 0 ? null : sumCounts(segments, definition.numerator) / answers,
    answers,
    ...assessLevel(definition, input, segments),
    change: definition.name === 'trackedPosition' ? null : getChange(definition, input),
  };
}

function computeSentimentMetric(definition: MetricDefinition, input: MetricInput): SentimentMetric {
  const segments = selectSegments(definition, input);
  const { mean, answers, clusteredInterval, change, ...quality } = computeMeanMetric(definition, input);
  const positive = sumCounts(segments, 'positive');
  const negative = sumCounts(segments, 'negative');
  return {
    value: mean === null ? null : sentimentScale * mean,
    positive,
    neutral: answers - positive - negative,
    negative,
    ...quality,
    clusteredInterval: clusteredInterval && {
      low: sentimentScale * clusteredInterval.low,
      high: sentimentScale * clusteredInterval.high,
    },
    change,
    grade: hasSentiment(input.scope.sentiment) ? gradeSentiment(quality.grade) : 'exploratory',
    classifier: input.scope.sentiment.classifier,
    coverage: computeCoverage(segments),
  };
}

/** Limits the grade of a sentiment: its interval does not include the errors of the classifier. */
function gradeSentiment(grade: Grade): Grade {
  return grade === 'decision-grade' ? 'directional' : grade;
}

/**
 * Returns the share of the answers mentioning the brand that are in segments with classified sentences. The answers of a
 * segment are in one language, which the classifier supports or not.
 */
function computeCoverage(segments: readonly Segment[]) {
  const classified = segments.filter(({ current }) => current.sentences > 0);
  return computeRate(sumCounts(classified, 'mentioned'), sumCounts(segments, 'mentioned'));
}

/** Returns the segments that a metric is computed from. */
export function selectSegments(
  definition: MetricDefinition,
  { scope, brand, filters, segments }: MetricInput,
): readonly Segment[] {
  if (definition.needsDomains && brand.domains.length === 0) return [];
  if (!definition.comparesBrands) return segments;
  if (scope.brands.length < 2) return [];
  return segments.filter((segment) => !segment.isBrandedPrompt || filters.branded !== 'without');
}

/** The metric whose noise is that of a definition: share of voice differs with the prompts that it counts. */
export function getNoisyMetric(
  { name }: MetricDefinition,
  { filters }: Pick<MetricInput, 'filters'>,
): NoisyMetric {
  return name === 'shareOfVoice' && filters.branded !== 'without' ? 'shareOfVoiceWithBranded' : name;
}

/** Returns the change of a metric; null when nothing is compared. */
function getChange(definition: MetricDefinition, input: MetricInput): Change | null {
  const { statistics, brand } = input;
  const indexes = selectSegments(definition, input).map(({ index }) => index);
  const change = statistics.getChange(getNoisyMetric(definition, input), brand.id, indexes);
  return change && toChange(change, definition.name === 'sentiment' ? sentimentScale : 1);
}

/** Returns the interval of a level, how many independent answers would be equally informative, and its grade. */
function assessLevel(
  definition: MetricDefinition,
  input: MetricInput,
  segments: readonly Segment[],
): Pick<Metric, 'clusteredInterval' | 'effectiveAnswers' | 'grade'> {
  const { statistics, brand } = input;
  const indexes = segments.map(({ index }) => index);
  const level = statistics.getLevel(getNoisyMetric(definition, input), brand.id, indexes);
  if (!level) return { clusteredInterval: null, effectiveAnswers: 0, grade: 'exploratory' };
  const range: Interval = definition.range ?? { low: 0, high: 1 };
  const interval = {
    low: Math.max(range.low, level.interval.low),
    high: Math.min(range.high, level.interval.high),
  };
  const effectiveAnswers = countIndependentAnswers(definition, level, segments);
  const marginOfError = definition.kind === 'rate' ? (interval.high - interval.low) / 2 : 0;
  return { clusteredInterval: interval, effectiveAnswers, grade: getGrade(effectiveAnswers, marginOfError) };
}

/** The number of independent answers or values that would have the same variance. */
function countIndependentAnswers(
  { denominator, squares, numerator }: MetricDefinition,
  { independentAnswers, value, variance }: Level,
  segments: readonly Segment[],
): number {
  if (independentAnswers !== null) return independentAnswers;
  const counted = sumCounts(segments, denominator);
  if (variance === 0) return counted;
  if (squares) {
    const spread = sumCounts(segments, squares) / counted - value ** 2;
    return Math.min(counted, Math.max(0, spread) / variance);
  }
  // One answer of each kind is added, so that a share of 0 or 1 has a spread.
  const share = (sumCounts(segments, numerator) + 1) / (counted + 2);
  return Math.min(counted, (share * (1 - share)) / variance);
}

function sumCounts(segments: readonly Segment[], count: keyof MetricCounts): number {
  let sum = 0;
  for (const { current } of segments) sum += current[count];
  return sum;
}
