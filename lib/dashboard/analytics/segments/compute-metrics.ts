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
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type MetricCounts,
  type MetricDay,
  type MetricDefinition,
  type MetricSegment,
  metricDefinitions,
  trackedPositionMetric,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectBrand, ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { addCluster, type Cluster, createClusterSums } from '#lib/dashboard/analytics/statistics/clusters';
import { estimateInterval, type SampleCounts } from '#lib/dashboard/analytics/statistics/estimate-interval';
import { RunShocks } from '#lib/dashboard/analytics/statistics/run-shocks';

/** The counts of one brand, with all other data and settings that its metrics depend on. */
export interface MetricInput {
  segments: readonly MetricSegment[];
  /** The segments whose periods are compared. */
  compared: readonly MetricSegment[];
  scope: ProjectScope;
  brand: ProjectBrand;
  filters: MetricFilters;
  models: ModelChanges;
  daily: DailyCounts;
}

/** The effect of changed models on a comparison. */
export interface ModelChanges {
  /** Engines excluded because their model changed. */
  excludedEngines: readonly string[];
  /** True if the models of all engines changed. Then all are compared, and the verdict says so. */
  modelChanged: boolean;
}

/** The counts of each day, and the shocks of each metric: the deviations that all answers of a day share. */
export class DailyCounts {
  readonly #shocks = new Map<MetricDefinition, RunShocks>();

  readonly #segments: readonly MetricSegment[];
  readonly days: readonly MetricDay[];
  readonly autocorrelation: number;

  constructor(
    segments: readonly MetricSegment[],
    days: readonly MetricDay[],
    { autocorrelation }: { autocorrelation: number },
  ) {
    this.#segments = segments;
    this.days = days;
    this.autocorrelation = autocorrelation;
  }

  getShocks(definition: MetricDefinition): RunShocks {
    const existing = this.#shocks.get(definition);
    if (existing) return existing;
    const segments = this.#segments.flatMap(({ engine, current, previous }) => [
      { engine, isCurrent: true, ...toCluster(definition, current) },
      { engine, isCurrent: false, ...toCluster(definition, previous) },
    ]);
    const days = this.days.map(({ counts, ...day }) => ({ ...day, ...toCluster(definition, counts) }));
    const shocks = new RunShocks(days, segments);
    this.#shocks.set(definition, shocks);
    return shocks;
  }
}

/** Returns the segments that a metric is computed from. */
export function selectSegments(
  definition: MetricDefinition,
  segments: readonly MetricSegment[],
  { scope, brand, filters }: MetricInput,
): readonly MetricSegment[] {
  if (definition.needsDomains && brand.domains.length === 0) return [];
  if (!definition.comparesBrands) return segments;
  if (scope.brands.length < 2) return [];
  return segments.filter((segment) => !segment.isBrandedPrompt || filters.branded !== 'without');
}

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

/** The counts of a metric in one period. */
interface MetricSums extends SampleCounts {
  /** Number of answers that the grade is based on. */
  answers: number;
}

/** Returns the change of a metric; null when nothing is compared. */
export type GetChange = (input: MetricInput, definition: MetricDefinition) => Change | null;

/** Computes all metrics of a brand. */
export function computeMetricSet(input: MetricInput, getChange: GetChange): MetricSet {
  const { position, sentiment, ...rates } = metricDefinitions;
  const compute = (definition: MetricDefinition) => computeMetric(definition, input, getChange);
  return {
    visibility: compute(rates.visibility),
    shareOfVoice: compute(rates.shareOfVoice),
    position: computeMeanMetric(position, input, getChange),
    trackedPosition: computeMeanMetric(trackedPositionMetric, input, () => null),
    firstPlace: compute(rates.firstPlace),
    citationRate: compute(rates.citationRate),
    citationShare: compute(rates.citationShare),
    sentiment: computeSentimentMetric(sentiment, input, getChange),
  };
}

/** Computes a rate. */
export function computeMetric(
  definition: MetricDefinition,
  input: MetricInput,
  getChange: GetChange,
): Metric {
  const sums = sumMetric(definition, input);
  const { numerator, denominator } = sums.prompts;
  return {
    ...computeRate(numerator, denominator),
    ...assessSums(sums),
    change: getChange(input, definition),
  };
}

/** Computes a mean. */
export function computeMeanMetric(
  definition: MetricDefinition,
  input: MetricInput,
  getChange: GetChange,
): MeanMetric {
  const sums = sumMetric(definition, input);
  const { numerator, denominator } = sums.prompts;
  const { clusteredInterval, ...size } = assessSums(sums, definition.range);
  const { designEffectProxy } = definition;
  const { effectiveAnswers } = designEffectProxy ? assessSums(sumMetric(designEffectProxy, input)) : size;
  return {
    mean: denominator === 0 ? null : numerator / denominator,
    answers: denominator,
    clusteredInterval,
    effectiveAnswers,
    grade: getGrade(effectiveAnswers),
    change: getChange(input, definition),
  };
}

function computeSentimentMetric(
  definition: MetricDefinition,
  input: MetricInput,
  getChange: GetChange,
): SentimentMetric {
  const { mean, answers, clusteredInterval, change, ...quality } = computeMeanMetric(
    definition,
    input,
    getChange,
  );
  const positive = sumCurrentCounts(input.segments, 'positive');
  const negative = sumCurrentCounts(input.segments, 'negative');
  return {
    value: toSentimentScale(mean),
    positive,
    neutral: answers - positive - negative,
    negative,
    ...quality,
    clusteredInterval: clusteredInterval && toSentimentScaleInterval(clusteredInterval),
    change: change && {
      ...change,
      previous: toSentimentScale(change.previous),
      current: toSentimentScale(change.current),
      difference: toSentimentScale(change.difference),
      interval: change.interval && toSentimentScaleInterval(change.interval),
    },
    grade: hasSentiment(input.scope.sentiment) ? gradeSentiment(quality.grade) : 'exploratory',
    classifier: input.scope.sentiment.classifier,
    coverage: computeCoverage(input.segments),
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
function computeCoverage(segments: readonly MetricSegment[]) {
  const classified = segments.filter(({ current }) => current.sentences > 0);
  return computeRate(sumCurrentCounts(classified, 'mentioned'), sumCurrentCounts(segments, 'mentioned'));
}

/** Returns the interval, the effective number of answers and the grade of a metric. @param range the range of its values */
function assessSums(sums: MetricSums, range: Interval = { low: 0, high: 1 }) {
  const { interval: estimated, designEffect } = estimateInterval(sums);
  const interval = estimated && {
    low: Math.max(range.low, estimated.low),
    high: Math.min(range.high, estimated.high),
  };
  const effectiveAnswers = sums.answers / designEffect;
  const marginOfError = sums.kind === 'rate' && interval ? (interval.high - interval.low) / 2 : 0;
  return { clusteredInterval: interval, effectiveAnswers, grade: getGrade(effectiveAnswers, marginOfError) };
}

/**
 * Computes a share from counts by prompt and segment. It is not compared with the previous period: `change` is null.
 * @param read returns the counts of a segment; the grade depends on `answers`, by default the denominator
 */
export function computeShare<T extends { promptId: string }>(
  segments: readonly T[],
  read: (segment: T) => Cluster & { answers?: number },
): Metric {
  const sums = sumCounts('rate', segments, (segment) => {
    const { numerator, denominator, answers = denominator } = read(segment);
    return { numerator, denominator, squares: numerator, answers };
  });
  const { numerator, denominator } = sums.prompts;
  return { ...computeRate(numerator, denominator), ...assessSums(sums), change: null };
}

/** Sums a metric over one period. */
export function sumMetric(
  definition: MetricDefinition,
  input: MetricInput,
  period: 'current' | 'previous' = 'current',
): MetricSums {
  return sumCounts(
    definition.kind,
    selectSegments(definition, input.segments, input),
    ({ [period]: counts }) => ({
      ...toCluster(definition, counts),
      squares: counts[definition.squares ?? definition.numerator],
      answers: counts[definition.sampleSize],
    }),
  );
}

/** Sums counts by prompt and by segment. */
function sumCounts<T extends { promptId: string }>(
  kind: MetricSums['kind'],
  segments: readonly T[],
  read: (segment: T) => Cluster & { squares: number; answers: number },
): MetricSums {
  const sums = {
    kind,
    prompts: createClusterSums(),
    segments: createClusterSums(),
    squares: 0,
    answers: 0,
  };
  const prompts = new Map<string, Cluster>();
  for (const segment of segments) {
    const { numerator, denominator, squares, answers } = read(segment);
    addCluster(sums.segments, numerator, denominator);
    sums.squares += squares;
    sums.answers += answers;
    const prompt = prompts.get(segment.promptId) ?? { numerator: 0, denominator: 0 };
    prompt.numerator += numerator;
    prompt.denominator += denominator;
    prompts.set(segment.promptId, prompt);
  }
  for (const { numerator, denominator } of prompts.values()) addCluster(sums.prompts, numerator, denominator);
  return sums;
}

export function toCluster({ numerator, denominator }: MetricDefinition, counts: MetricCounts): Cluster {
  return { numerator: counts[numerator], denominator: counts[denominator] };
}

function sumCurrentCounts(segments: readonly MetricSegment[], count: keyof MetricCounts): number {
  return segments.reduce((total, { current }) => total + current[count], 0);
}

/** Converts a mean sentiment, from −1 to 1, to the scale on which it is shown, from −100 to 100. */
function toSentimentScale(mean: number | null): number | null {
  return mean === null ? null : 100 * mean;
}

function toSentimentScaleInterval({ low, high }: Interval): Interval {
  return { low: 100 * low, high: 100 * high };
}
