import type { Change, Interval } from '#lib/core/metric';
import {
  type Cluster,
  getRatioVariance,
  sumClusters,
  type Variance,
} from '#lib/dashboard/analytics/statistics/clusters';
import { controlFalseDiscoveries } from '#lib/dashboard/analytics/statistics/distributions';
import { minPrompts } from '#lib/dashboard/analytics/statistics/estimate-interval';
import { getVarianceInflation, type RunShocks } from '#lib/dashboard/analytics/statistics/run-shocks';
import { getPValue, getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** Answers that each period needs before a change is tested. */
const minAnswers = 20;

/** A prompt × engine × country with counts in both periods. */
export interface ComparedSegment {
  promptId: string;
  engine: string;
  current: SegmentPeriod;
  previous: SegmentPeriod;
}

interface SegmentPeriod extends Cluster {
  /** Its sample size, by default the denominator. */
  answers?: number;
  /** The sum of squared values, for a mean. */
  squares?: number;
}

/** The data and settings that one change is computed from. */
export interface PeriodComparison extends Pick<Change, 'excludedEngines'> {
  kind: 'rate' | 'mean';
  /** Only those with denominators in both periods count. */
  segments: readonly ComparedSegment[];
  /** True if the model of every compared engine changed between the periods. */
  modelChanged: boolean;
  /** The deviations that all answers of a day share, which add to the variance; null to ignore them. */
  shocks: RunShocks | null;
  /** The correlation of a segment's answers on consecutive days, from 0 to 0.9. */
  autocorrelation: number;
}

/**
 * Tests all changes of a page together, because among many changes some seem significant by chance. Each is the average
 * of the changes within segments, so an engine, country or prompt in only one period has no effect.
 */
export function comparePeriods(comparisons: readonly PeriodComparison[]): Change[] {
  const measured = comparisons.map(measureChange);
  const pValues = measured.flatMap(({ change, variance }) =>
    variance ? [getChangePValue(change.difference ?? 0, variance)] : [],
  );
  const decisions = controlFalseDiscoveries(pValues).values();
  return measured.map(({ comparison, change, variance }) => {
    const decision = variance && decisions.next().value;
    if (!variance || !decision) return { ...change, interval: null, level: null, verdict: 'not enough data' };
    const { kind, modelChanged } = comparison;
    const interval = getChangeInterval(change.difference ?? 0, variance, decision.level);
    const verdict = decision.isRejected ? 'moved' : 'within noise';
    return {
      ...change,
      interval:
        kind === 'rate' ? { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) } : interval,
      level: decision.level,
      verdict: modelChanged ? 'model changed' : verdict,
    };
  });
}

/**
 * Measures a change without testing it.
 * @returns the change with the variance of its difference; the variance is null if there is too little data for a test
 */
export function measureChange(comparison: PeriodComparison) {
  const segments = comparison.segments.flatMap((segment): WeightedSegment[] => {
    const { current, previous } = segment;
    if (current.denominator === 0 || previous.denominator === 0) return [];
    const weight =
      (current.denominator * previous.denominator) / (current.denominator + previous.denominator);
    return [{ ...segment, weight }];
  });
  const weight = segments.reduce((sum, segment) => sum + segment.weight, 0);
  const computeAverage = (period: 'current' | 'previous') =>
    segments.reduce((sum, segment) => sum + segment.weight * getRatio(segment[period]), 0) / weight;
  const [previous, current] =
    weight > 0 ? [computeAverage('previous'), computeAverage('current')] : [null, null];
  const countAnswers = (period: 'current' | 'previous') =>
    segments.reduce((sum, { [period]: { answers, denominator } }) => sum + (answers ?? denominator), 0);
  const [previousAnswers, currentAnswers] = [countAnswers('previous'), countAnswers('current')];
  const isMeasurable = previousAnswers >= minAnswers && currentAnswers >= minAnswers;
  return {
    comparison,
    change: {
      previous,
      current,
      previousAnswers,
      currentAnswers,
      excludedEngines: comparison.excludedEngines,
      difference: current === null ? null : current - previous,
      segments: segments.length,
    },
    variance: isMeasurable && weight > 0 ? estimateVariance(comparison, segments, weight) : null,
  };
}

interface WeightedSegment extends ComparedSegment {
  /** Its precision if its answers were independent (Cochran, Biometrics 10, 1954). */
  weight: number;
}

function getRatio({ numerator, denominator }: Cluster): number {
  return numerator / denominator;
}

/** Estimates the variance of a change from prompts, or from segments if there are few prompts, and from runs. */
function estimateVariance(
  comparison: PeriodComparison,
  segments: readonly WeightedSegment[],
  weight: number,
): Variance {
  const { kind, shocks, autocorrelation } = comparison;
  const byCluster = estimateClusterVariance(comparison, segments, weight);
  const engines = new Map<string, number>();
  for (const segment of segments) {
    engines.set(segment.engine, (engines.get(segment.engine) ?? 0) + segment.weight / weight);
  }
  const byRun = shocks?.getVariance(engines, autocorrelation);
  if (!byRun || byRun.degreesOfFreedom <= 0) return byCluster;
  // Both estimates include the variance of individual answers, which must count once. It is known only for rates; for means,
  // the larger of the two estimates is used.
  const alreadyCounted = kind === 'rate' ? byRun.answerVariance : byCluster.variance;
  const added = Math.max(0, byRun.variance - alreadyCounted);
  return {
    variance: byCluster.variance + added,
    degreesOfFreedom: Math.min(byCluster.degreesOfFreedom, byRun.degreesOfFreedom),
  };
}

/** Estimates the variance from prompts; with fewer than five, from segments, but at least the variance of their answers. */
function estimateClusterVariance(
  { kind, autocorrelation }: PeriodComparison,
  segments: readonly WeightedSegment[],
  weight: number,
): Variance {
  const byPrompt = [...Map.groupBy(segments, ({ promptId }) => promptId).values()];
  const hasPrompts = byPrompt.length >= minPrompts;
  const clusters = hasPrompts ? byPrompt : segments.map((segment) => [segment]);
  const byCluster = getRatioVariance(sumClusters(clusters.map(sumDifferences)));
  const byAnswer = estimateAnswerVariance(segments, weight, autocorrelation);
  const estimate = byCluster && (hasPrompts || byCluster.variance > byAnswer.variance) ? byCluster : byAnswer;
  return estimate.variance === 0 && kind === 'rate' ? getMinimumVariance(segments) : estimate;
}

/** Sums the weighted differences of some segments. */
function sumDifferences(segments: readonly WeightedSegment[]): Cluster {
  const sum = { numerator: 0, denominator: 0 };
  for (const { weight, current, previous } of segments) {
    sum.numerator += weight * (getRatio(current) - getRatio(previous));
    sum.denominator += weight;
  }
  return sum;
}

/** Estimates the variance of answers within segments, whose consecutive days are correlated. */
function estimateAnswerVariance(
  segments: readonly WeightedSegment[],
  totalWeight: number,
  autocorrelation: number,
): Variance {
  // One degree of freedom is subtracted for each period.
  const estimate = { variance: 0, degreesOfFreedom: -2 };
  for (const { weight, current, previous } of segments) {
    for (const { numerator, denominator, squares = numerator } of [current, previous]) {
      const spread = Math.max(0, squares / denominator - (numerator / denominator) ** 2);
      const independentAnswers = denominator / getVarianceInflation(autocorrelation, denominator);
      estimate.variance += (weight / totalWeight) ** 2 * (spread / independentAnswers);
      estimate.degreesOfFreedom += independentAnswers;
    }
  }
  return { ...estimate, degreesOfFreedom: Math.max(1, estimate.degreesOfFreedom) };
}

/**
 * Returns the variance of a rate's change whose estimated variance is 0, such as when all answers of each period agree
 * (Agresti and Caffo, American Statistician 54, 2000).
 */
function getMinimumVariance(segments: readonly WeightedSegment[]): Variance {
  const variances = (['current', 'previous'] as const).map((period) => {
    const { numerator, denominator } = sumClusters(segments.map((segment) => segment[period]));
    const share = (numerator + 1) / (denominator + 2);
    return (share * (1 - share)) / (denominator + 2);
  });
  return {
    variance: variances.reduce((sum, variance) => sum + variance, 0),
    degreesOfFreedom: Number.POSITIVE_INFINITY,
  };
}

/** Returns the two-sided p-value of a difference. */
export function getChangePValue(difference: number, { variance, degreesOfFreedom }: Variance): number {
  if (variance === 0) return difference === 0 ? 1 : 0;
  return getPValue(difference / Math.sqrt(variance), degreesOfFreedom);
}

/** Returns the confidence interval of a difference. @param level the significance level (alpha) */
export function getChangeInterval(
  difference: number,
  { variance, degreesOfFreedom }: Variance,
  level: number,
): Interval {
  const halfWidth = variance === 0 ? 0 : getQuantile(degreesOfFreedom, level) * Math.sqrt(variance);
  return { low: difference - halfWidth, high: difference + halfWidth };
}
