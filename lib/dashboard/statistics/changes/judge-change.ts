import type { Interval, Verdict, VerdictReason } from '#lib/core/metric';
import type { Comparison } from '#lib/dashboard/statistics/changes/comparison';
import {
  type ComparedSegment,
  countCompared,
  toWeighting,
  weighSegments,
} from '#lib/dashboard/statistics/changes/weigh-change';
import { computeVariance, type NumberVariance } from '#lib/dashboard/statistics/noise/variance';
import { at, clamp, total } from '#lib/dashboard/statistics/numeric/arrays';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** The way in which the days of two periods are compared. */
export type DayBasis = 'all days' | 'same weekdays' | 'weekdays differ';

/** The change of a metric of a brand on a set of segments, with its verdict. */
export interface JudgedChange {
  verdict: Verdict;
  /** For the verdicts "too early" and "not comparable"; otherwise null. */
  reason: VerdictReason | null;
  /** Averages over the segments with answers in both periods, with the same weights. Null if there are none. */
  before: number | null;
  after: number | null;
  /** `after` − `before`. */
  difference: number | null;
  /** 95% interval of the difference, or 90% if it was judged with other rows; null if it cannot be told. */
  interval: Interval | null;
  /** Of the difference, before it was judged with other rows; null if it cannot be told. */
  precision: NumberVariance | null;
  basis: DayBasis | null;
  /** Engines that are left out because their model changed. */
  withoutEngines: readonly string[];
  /** Number of prompts, segments and answers that are compared. */
  prompts: number;
  segments: number;
  previousAnswers: number;
  currentAnswers: number;
}

/** Answers that each period needs. */
const minAnswers = 20;

/** A difference whose interval reaches further on each side, in units of the metric, is not known well enough. */
const maxHalfWidth = 0.2;

/**
 * Judges the change of a set of segments by itself. Up or down if its 95% interval excludes 0; not comparable if no segment
 * was asked in both periods, if the model of engines with over half of the weight changed, or if the weekdays cannot be
 * matched; too early with fewer than 20 answers in a period, or if the interval reaches further than ±20 points.
 */
export function judgeChange(
  comparison: Comparison,
  segments: Iterable<number> = comparison.panel.segments.keys(),
): JudgedChange {
  const own = [...segments];
  const all = compareSegments(comparison, own);
  if (all.compared.length === 0) return refuse('no common segments');
  const changed = findChangedEngines(comparison, all.compared);
  if (changed.share > 1 / 2) return refuse('models changed');
  const rest = changed.engines.length === 0 ? all : compareSegments(comparison, dropChanged(comparison, own));
  if (rest.compared.length === 0) return refuse('models changed');
  return judgeCompared(comparison, rest, changed.engines);
}

function judgeCompared(
  comparison: Comparison,
  { segments, compared, basis }: ComparedSet,
  withoutEngines: readonly string[],
): JudgedChange {
  const { panel } = comparison;
  const counts = countCompared(compared);
  const values = comparison.average(compared);
  const measured = {
    before: values?.before ?? null,
    after: values?.after ?? null,
    difference: values && values.after - values.before,
    basis,
    withoutEngines,
    prompts: new Set(compared.map(({ segment }) => panel.promptIndexes[segment])).size,
    segments: compared.length,
    ...counts,
    interval: null,
    precision: null,
  };
  if (measured.difference === null || Math.min(counts.previousAnswers, counts.currentAnswers) < minAnswers)
    return { ...measured, verdict: 'too early', reason: 'few answers' };
  if (basis === 'weekdays differ')
    return { ...measured, verdict: 'not comparable', reason: 'weekdays differ' };
  const noise = comparison.getNoise(segments);
  const precision = computeVariance(noise, toWeighting(comparison, compared));
  return { ...measured, precision, ...judgeDifference(comparison, measured.difference, precision) };
}

function judgeDifference(
  { unit, maxDifference }: Comparison,
  difference: number,
  precision: NumberVariance,
): Pick<JudgedChange, 'verdict' | 'reason' | 'interval'> {
  const halfWidth = getHalfWidth(precision);
  const [low, high] = [difference - halfWidth, difference + halfWidth];
  const interval = {
    low: clamp(low, -maxDifference, maxDifference),
    high: clamp(high, -maxDifference, maxDifference),
  };
  if (low > 0) return { verdict: 'up', reason: null, interval };
  if (high < 0) return { verdict: 'down', reason: null, interval };
  return { ...judgeUnclear(halfWidth, unit), interval };
}

/** The verdict on a change that is neither up nor down: too early if its own interval is too wide. */
export function judgeUnclear(halfWidth: number, unit: number): Pick<JudgedChange, 'verdict' | 'reason'> {
  return halfWidth > maxHalfWidth * unit
    ? { verdict: 'too early', reason: 'imprecise' }
    : { verdict: 'no clear change', reason: null };
}

/** Half the width of a 95% interval. */
export function getHalfWidth({ variance, degreesOfFreedom }: NumberVariance): number {
  return getQuantile(degreesOfFreedom) * Math.sqrt(variance);
}

function refuse(reason: VerdictReason): JudgedChange {
  return {
    verdict: 'not comparable',
    reason,
    before: null,
    after: null,
    difference: null,
    interval: null,
    precision: null,
    basis: null,
    withoutEngines: [],
    prompts: 0,
    segments: 0,
    previousAnswers: 0,
    currentAnswers: 0,
  };
}

/** A set of segments, and those of them that have answers in both periods. */
export interface ComparedSet {
  segments: readonly number[];
  compared: ComparedSegment[];
  basis: DayBasis;
}

/** Compares segments on all days, or on the same weekdays if the periods differ in them and enough answers remain. */
export function compareSegments(comparison: Comparison, segments: readonly number[]): ComparedSet {
  const { all, byWeekday } = comparison.days;
  if (byWeekday) {
    const compared = weighSegments(comparison, byWeekday, segments);
    const { previousAnswers, currentAnswers } = countCompared(compared);
    if (Math.min(previousAnswers, currentAnswers) >= minAnswers)
      return { segments, compared, basis: 'same weekdays' };
  }
  const compared = weighSegments(comparison, [all], segments);
  return { segments, compared, basis: byWeekday ? 'weekdays differ' : 'all days' };
}

/** Leaves out segments of engines whose model changed. */
export function dropChanged({ panel, changedEngines }: Comparison, segments: readonly number[]): number[] {
  return segments.filter((segment) => !changedEngines.has(panel.segments[segment]?.engine ?? ''));
}

/** The compared engines whose model changed, and their share of the weight. */
function findChangedEngines(
  { panel, changedEngines }: Comparison,
  compared: readonly ComparedSegment[],
): { engines: string[]; share: number } {
  const shares = new Float64Array(panel.engines.length);
  for (const { segment, share } of compared) {
    const engine = panel.engineIndexes[segment] ?? 0;
    shares[engine] = at(shares, engine) + share;
  }
  const changed = panel.engines.filter(
    (engine, index) => changedEngines.has(engine) && at(shares, index) > 0,
  );
  return { engines: changed, share: total(changed, (engine) => at(shares, panel.engines.indexOf(engine))) };
}
