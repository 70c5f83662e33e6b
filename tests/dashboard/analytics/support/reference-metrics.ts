import {
  type Change,
  computeRate,
  type Grade,
  getGrade,
  type MeanMetric,
  type Metric,
  type Rate,
  type SentimentMetric,
} from '#lib/core/metric';
import { type ClusterSums, sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import { estimateInterval } from '#lib/dashboard/analytics/statistics/estimate-interval';
import { current, type GeneratedAnswer } from './generated-answers';
import { classifierName } from './ingest-project';
import { countSentiments, isMentioned, isWithinPeriod } from './reference-answers';
import {
  defineMetrics,
  getSegmentKey,
  type MetricName,
  type ReferenceMetric,
  type Scope,
  sumBy,
} from './reference-definitions';

/** Sums a metric's numerator and denominator by key. */
function toClusters(
  answers: readonly GeneratedAnswer[],
  { numerator, denominator }: Pick<ReferenceMetric, 'numerator' | 'denominator'>,
  getKey: (answer: GeneratedAnswer) => string | number,
): ClusterSums {
  return sumClusters(
    [...Map.groupBy(answers, getKey).values()].map((group) => ({
      numerator: sumBy(group, numerator),
      denominator: sumBy(group, denominator),
    })),
  );
}

/**
 * Computes a metric over the current answers.
 * @param getSegment groups the answers for the confidence interval; by default by prompt, engine and country
 */
export function computeMetric(
  scope: Scope,
  metric: ReferenceMetric,
  change: Change | null,
  getSegment: (answer: GeneratedAnswer) => string = getSegmentKey,
): Metric {
  const answers = scope.currentAnswers.filter(metric.isCounted);
  const { interval: estimated, designEffect } = estimateInterval({
    kind: metric.kind,
    prompts: toClusters(answers, metric, ({ prompt }) => prompt),
    segments: toClusters(answers, metric, getSegment),
    squares: sumBy(answers, metric.squares ?? metric.numerator),
  });
  const [min, max] = metric.range ?? [0, 1];
  const interval = estimated && { low: Math.max(min, estimated.low), high: Math.min(max, estimated.high) };
  const effectiveAnswers = sumBy(answers, metric.sampleSize) / designEffect;
  const marginOfError = interval && metric.kind === 'rate' ? (interval.high - interval.low) / 2 : 0;
  return {
    ...computeRate(sumBy(answers, metric.numerator), sumBy(answers, metric.denominator)),
    clusteredInterval: interval,
    effectiveAnswers,
    grade: getGrade(effectiveAnswers, marginOfError),
    change,
  };
}

/** Computes the rate of each day. Its interval uses the correlation of answers to one prompt in the whole period. */
export function computeDailyRates(
  metric: ReferenceMetric,
  days: readonly string[],
  answers: readonly GeneratedAnswer[],
): (Rate | null)[] {
  const counted = answers.filter(metric.isCounted);
  const prompts = toClusters(counted, metric, ({ prompt }) => prompt);
  const segments = toClusters(counted, metric, getSegmentKey);
  const { designEffect } = estimateInterval({ kind: 'rate', prompts, segments });
  const perPrompt = prompts.denominator / prompts.clusters;
  const correlation = perPrompt > 1 ? Math.min(1, (designEffect - 1) / (perPrompt - 1)) : 0;
  return days.map((day) => {
    const dayAnswers = counted.filter((answer) => answer.day === day);
    const denominator = sumBy(dayAnswers, metric.denominator);
    if (denominator === 0) return null;
    const numerator = sumBy(dayAnswers, metric.numerator);
    const effect = 1 + correlation * Math.max(0, denominator / prompts.clusters - 1);
    return { ...computeRate(numerator / effect, denominator / effect), numerator, denominator };
  });
}

/** Computes a mean. Its grade uses the design effect of `designEffectProxy`, or its own without one. */
export function computeMeanMetric(
  scope: Scope,
  metric: ReferenceMetric,
  change: Change | null,
  designEffectProxy?: ReferenceMetric,
): MeanMetric {
  const { value, denominator, clusteredInterval } = computeMetric(scope, metric, change);
  const { effectiveAnswers } = computeMetric(scope, designEffectProxy ?? metric, null);
  const grade = getGrade(effectiveAnswers);
  return { mean: value, answers: denominator, clusteredInterval, effectiveAnswers, grade, change };
}

const scaleInterval = <T extends { low: number; high: number }>(interval: T | null) =>
  interval && { low: 100 * interval.low, high: 100 * interval.high };
const scale = (value: number | null) => (value === null ? null : 100 * value);

const limitedGrade = (grade: Grade) => (grade === 'decision-grade' ? 'directional' : grade);

/** Computes 100 × (positive − negative) ÷ sentences, and the counts that it consists of. */
function computeSentiment(scope: Scope, brand: number, change: Change | null): SentimentMetric {
  const metric = defineMetrics(scope, brand).sentiment;
  const { value, clusteredInterval, effectiveAnswers } = computeMetric(scope, metric, null);
  const mentioning = scope.currentAnswers.filter((answer) => isMentioned(scope.definition, answer, brand));
  const countSentences = (answer: GeneratedAnswer) => {
    const { positive, neutral, negative } = countSentiments(scope.definition, answer, brand);
    return positive + neutral + negative;
  };
  const classified = new Set(
    scope.currentAnswers.filter((answer) => countSentences(answer) > 0).map(getSegmentKey),
  );
  const sentimentCounts = scope.currentAnswers.map((answer) =>
    countSentiments(scope.definition, answer, brand),
  );
  return {
    value: scale(value),
    positive: sumBy(sentimentCounts, ({ positive }) => positive),
    neutral: sumBy(sentimentCounts, ({ neutral }) => neutral),
    negative: sumBy(sentimentCounts, ({ negative }) => negative),
    clusteredInterval: scaleInterval(clusteredInterval),
    effectiveAnswers,
    grade: limitedGrade(getGrade(effectiveAnswers)),
    change: change && {
      ...change,
      previous: scale(change.previous),
      current: scale(change.current),
      difference: scale(change.difference),
      interval: scaleInterval(change.interval),
    },
    classifier: classifierName,
    coverage: computeRate(
      mentioning.filter((answer) => classified.has(getSegmentKey(answer))).length,
      mentioning.length,
    ),
  };
}

/** Computes the seven metrics of a brand with given changes. */
export function computeMetrics(scope: Scope, brand: number, getChange: (name: MetricName) => Change | null) {
  const metrics = defineMetrics(scope, brand);
  const computeByName = (name: MetricName) => computeMetric(scope, metrics[name], getChange(name));
  return {
    visibility: computeByName('visibility'),
    shareOfVoice: computeByName('shareOfVoice'),
    position: computeMeanMetric(scope, metrics.position, getChange('position'), metrics.firstPlace),
    // Generated answers name tracked brands only.
    trackedPosition: computeMeanMetric(scope, metrics.position, null, metrics.firstPlace),
    firstPlace: computeByName('firstPlace'),
    citationRate: computeByName('citationRate'),
    citationShare: computeByName('citationShare'),
    sentiment: computeSentiment(scope, brand, getChange('sentiment')),
  };
}

/** Computes answered ÷ (answered + no answer). */
export function computeTriggerRate({ observed, currentAnswers }: Scope) {
  const observedNow = observed
    .filter(isWithinPeriod(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  return computeRate(currentAnswers.length, observedNow.length);
}

/**
 * Rounds all numbers of a value to nine significant digits, because sums of fractions depend on their order. Numbers
 * that end in a 5 after the ninth digit, such as 0.1572265625, are always rounded up.
 */
export function roundNumbers(value: unknown): unknown {
  if (typeof value === 'number') {
    return Math.abs(value) < 1e-12 ? 0 : Number((value * (1 + 1e-12)).toPrecision(9));
  }
  if (Array.isArray(value)) return value.map(roundNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, roundNumbers(item)]));
}
