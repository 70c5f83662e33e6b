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
import { listDays } from '#lib/core/time';
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
import { getDay, getNoisyMetric, getTrackedPosition, listSegments } from './reference-noise';
import { estimateLevel, judgeSet, noChange, type ReferenceLevel } from './reference-verdicts';

/** A metric without what cannot be computed. */
type Known<T> = Omit<T, 'clusteredInterval' | 'effectiveAnswers' | 'grade' | 'change'> & Partial<T>;

type Quality = Pick<Metric, 'clusteredInterval' | 'effectiveAnswers' | 'grade'>;

/** Computes the level and the change of a metric of a brand over the current answers of a scope. */
export function computeMetric(scope: Scope, brand: number, name: MetricName): Known<Metric> {
  const metric = defineMetrics(scope, brand)[name];
  const answers = scope.currentAnswers.filter(metric.isCounted);
  const rate = computeRate(sumBy(answers, metric.numerator), sumBy(answers, metric.denominator));
  if (!scope.hasStatistics) return rate;
  return { ...rate, ...assessLevel(scope, metric, brand, name), change: computeChange(scope, brand, name) };
}

/** Returns the one verdict on the segments of a scope. */
function computeChange(scope: Scope, brand: number, name: MetricName): Change | null {
  if (!scope.hasComparison) return null;
  const { panel } = scope;
  if (!panel) return noChange;
  return judgeSet(panel, getNoisyMetric(panel, scope, brand, name), listSegments(scope, brand, name));
}

function assessLevel(scope: Scope, metric: ReferenceMetric, brand: number, name: MetricName): Quality {
  const { panel } = scope;
  const level =
    panel &&
    estimateLevel(panel, getNoisyMetric(panel, scope, brand, name), {
      segments: listSegments(scope, brand, name),
    });
  return toQuality(metric, level, scope.currentAnswers.filter(metric.isCounted));
}

/** Grades a level: how many independent answers or values would have the same variance. */
export function toQuality(
  metric: ReferenceMetric,
  level: ReferenceLevel | null,
  answers: readonly GeneratedAnswer[],
): Quality {
  if (!level) return { clusteredInterval: null, effectiveAnswers: 0, grade: 'exploratory' };
  const [min, max] = metric.range ?? [0, 1];
  const interval = { low: Math.max(min, level.interval.low), high: Math.min(max, level.interval.high) };
  const effectiveAnswers = level.independentAnswers ?? countIndependent(metric, level, answers);
  const marginOfError = metric.kind === 'rate' ? (interval.high - interval.low) / 2 : 0;
  return { clusteredInterval: interval, effectiveAnswers, grade: getGrade(effectiveAnswers, marginOfError) };
}

function countIndependent(
  { numerator, denominator, squares }: ReferenceMetric,
  { variance }: ReferenceLevel,
  answers: readonly GeneratedAnswer[],
): number {
  const [sum, count] = [sumBy(answers, numerator), sumBy(answers, denominator)];
  if (variance === 0) return count;
  if (squares) {
    const spread = sumBy(answers, squares) / count - (sum / count) ** 2;
    return Math.min(count, Math.max(0, spread) / variance);
  }
  // One answer of each kind is added.
  const share = (sum + 1) / (count + 2);
  return Math.min(count, (share * (1 - share)) / variance);
}

/** Computes the rate of each day, with the noise of the current period. */
export function computeDailyRates(
  scope: Scope,
  { brand, name, from, to }: { brand: number; name: MetricName; from: string; to: string },
): (Partial<Rate> | null)[] {
  const metric = defineMetrics(scope, brand)[name];
  return listDays(from, to).map((day) => {
    const isCurrent = day >= current.from && day <= current.to;
    const answers = isCurrent ? scope.currentAnswers : scope.previousAnswers;
    const own = answers.filter((answer) => answer.day === day && metric.isCounted(answer));
    const denominator = sumBy(own, metric.denominator);
    if (denominator === 0) return null;
    const numerator = sumBy(own, metric.numerator);
    const counts = { numerator, denominator, value: numerator / denominator };
    const { panel } = scope;
    if (!panel) return counts;
    const level = estimateLevel(panel, getNoisyMetric(panel, scope, brand, name), {
      segments: listSegments(scope, brand, name),
      period: getDay(panel, day),
    });
    return { ...counts, low: level?.interval.low ?? null, high: level?.interval.high ?? null };
  });
}

/** Computes a mean. */
export function computeMeanMetric(scope: Scope, brand: number, name: MetricName): Known<MeanMetric> {
  const { numerator, denominator, value, low, high, ...quality } = computeMetric(scope, brand, name);
  return { mean: value, answers: denominator, ...quality };
}

/** Computes the position among tracked brands, which has no change. Generated answers name tracked brands only. */
export function computeTrackedPosition(scope: Scope, brand: number): Known<MeanMetric> {
  const { mean, answers } = computeMeanMetric(scope, brand, 'position');
  if (!scope.hasStatistics) return { mean, answers };
  const metric = defineMetrics(scope, brand).position;
  const { panel } = scope;
  const level =
    panel &&
    estimateLevel(panel, getTrackedPosition(panel, brand), {
      segments: listSegments(scope, brand, 'position'),
    });
  return { mean, answers, ...toQuality(metric, level, scope.currentAnswers), change: null };
}

const scaleInterval = <T extends { low: number; high: number }>(interval: T | null) =>
  interval && { low: 100 * interval.low, high: 100 * interval.high };
const scale = (value: number | null) => (value === null ? null : 100 * value);

const limitGrade = (grade: Grade) => (grade === 'decision-grade' ? 'directional' : grade);

/** Computes 100 × (positive − negative) ÷ sentences, and the counts that it consists of. */
function computeSentiment(scope: Scope, brand: number): Known<SentimentMetric> {
  const { value, clusteredInterval, effectiveAnswers, grade, change } = computeMetric(
    scope,
    brand,
    'sentiment',
  );
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
    classifier: classifierName,
    coverage: computeRate(
      mentioning.filter((answer) => classified.has(getSegmentKey(answer))).length,
      mentioning.length,
    ),
    ...(grade !== undefined && {
      clusteredInterval: scaleInterval(clusteredInterval ?? null),
      effectiveAnswers: effectiveAnswers ?? 0,
      grade: limitGrade(grade),
      change: change ? scaleChange(change) : null,
    }),
  };
}

function scaleChange(change: Change): Change {
  return {
    ...change,
    previous: scale(change.previous),
    current: scale(change.current),
    difference: scale(change.difference),
    interval: scaleInterval(change.interval),
  };
}

/** Computes the metrics of a brand. */
export function computeMetrics(scope: Scope, brand: number) {
  return {
    visibility: computeMetric(scope, brand, 'visibility'),
    shareOfVoice: computeMetric(scope, brand, 'shareOfVoice'),
    position: computeMeanMetric(scope, brand, 'position'),
    trackedPosition: computeTrackedPosition(scope, brand),
    firstPlace: computeMetric(scope, brand, 'firstPlace'),
    citationRate: computeMetric(scope, brand, 'citationRate'),
    citationShare: computeMetric(scope, brand, 'citationShare'),
    sentiment: computeSentiment(scope, brand),
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
