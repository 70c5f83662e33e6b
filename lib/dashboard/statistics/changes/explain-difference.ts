import type { Interval } from '#lib/core/metric';
import type { Comparison } from '#lib/dashboard/statistics/changes/comparison';
import {
  type ComparedSet,
  compareSegments,
  dropChanged,
  getHalfWidth,
} from '#lib/dashboard/statistics/changes/judge-change';
import {
  averageCompared,
  type ComparedSegment,
  toWeighting,
} from '#lib/dashboard/statistics/changes/weigh-change';
import { computeVariance } from '#lib/dashboard/statistics/noise/variance';
import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, Panel } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';

/** The part of a change that segments with the same key contribute. */
export interface DifferencePart {
  key: string;
  difference: number;
  /** 95% */
  interval: Interval;
}

/** The counts whose quotient is a level, by segment and day: for an average, the sums and the answers. */
export interface LevelCounts {
  parts: Float64Array;
  wholes: Float64Array;
}

/** Why the level of a period differs from that of the previous one. All parts add up exactly. */
export interface DifferenceExplanation {
  /** Level of the period − level of the previous one. */
  total: number;
  /** The change on comparable segments, with the same weights in both periods. */
  standardized: number;
  /** `standardized` by key. */
  parts: DifferencePart[];
  /** Of segments with answers only in the current period. */
  added: number;
  /** Of segments with answers only in the previous period. */
  removed: number;
  /** Of engines whose model changed. */
  notComparable: number;
  /** Of different numbers of answers per segment. */
  answersPerSegment: number;
}

/**
 * Splits the difference of the levels of two periods. The comparable segments K are those with answers in both periods (C)
 * without engines whose model changed: standardized change + added (P1−C1) + removed (C0−P0) + not comparable
 * ((C1−K1)−(C0−K0)) + answers per segment ((K1−Σoȳ1)−(K0−Σoȳ0)).
 * The same holds for a ratio A/B, whose level is ΣA/ΣB; a part of its standardized change R1−R0 is
 * Σo(A/n − R0·B/n)/ΣoB/n of the period, minus that of the previous one.
 * @param getKey of the segments that make one part
 * @returns null if a period has no answers
 */
export function explainDifference(
  comparison: Comparison,
  counts: LevelCounts,
  getKey: (segment: number) => string,
  segments: readonly number[] = comparison.activeSegments,
): DifferenceExplanation | null {
  const { panel, answers, periods } = comparison;
  const { current, previous } = periods;
  const sums = { current: sumPeriod(panel, counts, current), previous: sumPeriod(panel, counts, previous) };
  const answered = {
    current: sumDays(panel, answers, [current]),
    previous: sumDays(panel, answers, [previous]),
  };
  const all = segments.filter(
    (segment) => at(answered.current, segment) + at(answered.previous, segment) > 0,
  );
  const common = all.filter(
    (segment) => at(answered.current, segment) > 0 && at(answered.previous, segment) > 0,
  );
  const comparable = dropChanged(comparison, common);
  const getLevels = (set: readonly number[]) => ({
    after: getLevel(sums.current, set),
    before: getLevel(sums.previous, set),
  });
  const whole = getLevels(all);
  if (whole.after === null || whole.before === null) return null;
  const commonLevels = getLevels(common);
  const comparableLevels = getLevels(comparable);
  // The variances are those of the set that the change is judged on.
  const set = compareSegments(comparison, dropChanged(comparison, all));
  const { compared } = set;
  const standardized = comparison.average(compared);
  const { before, after } = standardized ?? { before: 0, after: 0 };
  const [c1, c0] = [commonLevels.after ?? 0, commonLevels.before ?? 0];
  const [k1, k0] = [comparableLevels.after ?? 0, comparableLevels.before ?? 0];
  return {
    total: whole.after - whole.before,
    standardized: after - before,
    // Without a value in one of the periods, nothing is split.
    parts: standardized ? splitByKey(comparison, counts, set, getKey) : [],
    added: whole.after - c1,
    removed: c0 - whole.before,
    notComparable: c1 - k1 - (c0 - k0),
    answersPerSegment: k1 - after - (k0 - before),
  };
}

type PeriodSums = LevelCounts;

function sumPeriod(panel: Panel, { parts, wholes }: LevelCounts, period: DayRange): PeriodSums {
  return { parts: sumDays(panel, parts, [period]), wholes: sumDays(panel, wholes, [period]) };
}

function getLevel({ parts, wholes }: PeriodSums, segments: readonly number[]): number | null {
  const whole = total(segments, (segment) => at(wholes, segment));
  return whole > 0 ? total(segments, (segment) => at(parts, segment)) / whole : null;
}

function splitByKey(
  comparison: Comparison,
  counts: LevelCounts,
  { segments, compared }: ComparedSet,
  getKey: (segment: number) => string,
): DifferencePart[] {
  const noise = comparison.getNoise(segments);
  const average = (own: readonly ComparedSegment[]) => ({
    parts: averageCompared(comparison, own, counts.parts),
    wholes: averageCompared(comparison, own, counts.wholes),
  });
  const all = average(compared);
  const ratio = all.wholes.before > 0 ? all.parts.before / all.wholes.before : 0;
  const groups = Map.groupBy(compared, ({ segment }) => getKey(segment));
  return [...groups].map(([key, own]) => {
    const { parts, wholes } = average(own);
    const after = all.wholes.after > 0 ? (parts.after - ratio * wholes.after) / all.wholes.after : 0;
    const before = all.wholes.before > 0 ? (parts.before - ratio * wholes.before) / all.wholes.before : 0;
    const difference = after - before;
    const halfWidth = getHalfWidth(computeVariance(noise, toWeighting(comparison, own)));
    return { key, difference, interval: { low: difference - halfWidth, high: difference + halfWidth } };
  });
}
