import type { Change, Verdict } from '#lib/core/figure';
import type { Interval } from '#lib/core/rate';
import { bootstrapDifference, type PairedCluster } from '#lib/dashboard/analytics/bootstrap';
import { newcombe, twoShareP } from '#lib/dashboard/analytics/difference';
import { benjaminiHochberg } from '#lib/dashboard/analytics/false-discovery';
import { twoSidedTP } from '#lib/dashboard/analytics/student-t';

/** Answers needed on either side before a change is judged. */
export const leastAnswers = 20;

/** One row to be judged: its counts over the cells asked in both periods, by prompt. */
export interface Comparison {
  kind: 'rate' | 'mean';
  clusters: readonly PairedCluster[];
  /** Whether there are runs enough to resample prompts. */
  clustered: boolean;
  cells: number;
  answersBefore: number;
  answersNow: number;
  /** Whether another model served every engine compared. */
  engineChanged: boolean;
  /** Engines left out because another model served them. */
  withoutEngines: readonly string[];
}

/** Judges the rows shown together: with many rows some would seem to move by chance alone (metrics.md). */
export function judge(comparisons: readonly Comparison[]): Change[] {
  const measured = comparisons.map(measure);
  const judged = measured.filter(({ enough }) => enough);
  const rejected = benjaminiHochberg(judged.map(({ p }) => p));
  const moved = new Set(judged.filter((_, index) => rejected[index]).map(({ change }) => change));
  return measured.map(({ change, enough }, index) => {
    const engineChanged = comparisons[index]?.engineChanged ?? false;
    return { ...change, verdict: verdictOf(change, enough, engineChanged, moved.has(change)) };
  });
}

function verdictOf(change: Unjudged, enough: boolean, engineChanged: boolean, rejected: boolean): Verdict {
  if (!enough) return 'not enough data';
  if (engineChanged) return 'engine changed';
  const { interval } = change;
  return rejected && interval && (interval.low > 0 || interval.high < 0) ? 'moved' : 'within noise';
}

type Unjudged = Omit<Change, 'verdict'>;

function measure(comparison: Comparison): { change: Unjudged; enough: boolean; p: number } {
  const { clusters, cells, answersBefore, answersNow, withoutEngines } = comparison;
  const sums = { now: total(clusters, 'now'), before: total(clusters, 'before') };
  const now = sums.now.denominator === 0 ? null : sums.now.numerator / sums.now.denominator;
  const before = sums.before.denominator === 0 ? null : sums.before.numerator / sums.before.denominator;
  const difference = now === null || before === null ? null : now - before;
  const spread = difference === null ? null : spreadOf(comparison, sums, difference);
  const enough = spread !== null && answersBefore >= leastAnswers && answersNow >= leastAnswers;
  const interval = spread?.interval ?? null;
  return {
    change: { before, now, difference, interval, cells, answersBefore, answersNow, withoutEngines },
    enough,
    p: spread?.p ?? 1,
  };
}

function spreadOf(
  { kind, clusters, clustered }: Comparison,
  sums: {
    now: { numerator: number; denominator: number };
    before: { numerator: number; denominator: number };
  },
  difference: number,
): { interval: Interval; p: number } | null {
  const resampled = clustered ? bootstrapDifference(clusters) : null;
  if (resampled) {
    const { interval, standardError, freedom } = resampled;
    return { interval, p: twoSidedTP(difference / standardError, freedom) };
  }
  // A mean's spread is not in its sum and count, so before resampling is possible it has none.
  const interval = kind === 'rate' ? newcombe(sums) : null;
  return interval && { interval, p: twoShareP(sums) };
}

function total(clusters: readonly PairedCluster[], period: 'now' | 'before') {
  let numerator = 0;
  let denominator = 0;
  for (const cluster of clusters) {
    numerator += cluster[period].numerator;
    denominator += cluster[period].denominator;
  }
  return { numerator, denominator };
}
