import type { Change, Interval, Verdict } from '#lib/core/metric';
import {
  benjaminiHochberg,
  bootstrapDifference,
  newcombeInterval,
  type PairedCluster,
  Resampler,
  studentTPValue,
  sumClusters,
  twoProportionPValue,
} from '#lib/dashboard/analytics/statistics/uncertainty';

/** Answers that each period needs before a change is judged. */
export const minAnswers = 20;

/** The counts of one table row over the compared segments, by prompt. */
export interface PeriodComparison
  extends Pick<Change, 'segments' | 'answersBefore' | 'answersNow' | 'excludedEngines'> {
  kind: 'rate' | 'mean';
  clusters: readonly PairedCluster[];
  /** There are enough runs to resample prompts. */
  isClustered: boolean;
  /** A different model served every compared engine. */
  modelChanged: boolean;
}

/** Judges the changes of rows shown together, because among many rows some seem to move by chance. */
export function comparePeriods(
  comparisons: readonly PeriodComparison[],
  resampler = new Resampler(),
): Change[] {
  const measured = comparisons.map((comparison) => measureChange(comparison, resampler));
  const judged = measured.filter(({ isMeasurable }) => isMeasurable);
  const rejected = benjaminiHochberg(judged.map(({ p }) => p));
  const significant = new Set(judged.filter((_, index) => rejected[index]));
  return measured.map((measurement) => ({
    ...measurement.change,
    verdict: getVerdict(measurement, significant.has(measurement)),
  }));
}

interface MeasuredChange {
  change: Omit<Change, 'verdict'>;
  isMeasurable: boolean;
  modelChanged: boolean;
  p: number;
}

function getVerdict({ change, isMeasurable, modelChanged }: MeasuredChange, isSignificant: boolean): Verdict {
  if (!isMeasurable) return 'not enough data';
  if (modelChanged) return 'model changed';
  const { interval } = change;
  return isSignificant && interval && (interval.low > 0 || interval.high < 0) ? 'moved' : 'within noise';
}

function measureChange(comparison: PeriodComparison, resampler: Resampler): MeasuredChange {
  const { clusters, segments, answersBefore, answersNow, excludedEngines } = comparison;
  const sums = {
    now: sumClusters(clusters.map(({ now }) => now)),
    before: sumClusters(clusters.map(({ before }) => before)),
  };
  const now = sums.now.denominator === 0 ? null : sums.now.numerator / sums.now.denominator;
  const before = sums.before.denominator === 0 ? null : sums.before.numerator / sums.before.denominator;
  const difference = now === null || before === null ? null : now - before;
  const spread = difference === null ? null : estimateSpread(comparison, sums, difference, resampler);
  const isMeasurable = spread !== null && answersBefore >= minAnswers && answersNow >= minAnswers;
  const interval = spread?.interval ?? null;
  return {
    change: { before, now, difference, interval, segments, answersBefore, answersNow, excludedEngines },
    isMeasurable,
    modelChanged: comparison.modelChanged,
    p: spread?.p ?? 1,
  };
}

function estimateSpread(
  { kind, clusters, isClustered }: PeriodComparison,
  sums: PairedCluster,
  difference: number,
  resampler: Resampler,
): { interval: Interval; p: number } | null {
  const resampled = isClustered ? bootstrapDifference(clusters, resampler) : null;
  if (resampled) {
    const { interval, standardError, degreesOfFreedom } = resampled;
    return { interval, p: studentTPValue(difference / standardError, degreesOfFreedom) };
  }
  // The sum and count of a mean do not show its variance, so without resampling it has no interval.
  const interval = kind === 'rate' ? newcombeInterval(sums) : null;
  return interval && { interval, p: twoProportionPValue(sums) };
}
