import type { FittedNoise, WatchedMetric } from '#lib/dashboard/statistics/alerts/watched-metric';
import {
  type ComparedSegment,
  countCompared,
  toWeighting,
  weighSegments,
} from '#lib/dashboard/statistics/changes/weigh-change';
import { computeVariance, type NumberVariance } from '#lib/dashboard/statistics/noise/variance';
import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import { getPValue } from '#lib/dashboard/statistics/numeric/distributions';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';

/** `fast` finds a change in one direction within days, `strict` a change in either direction almost without false alarms. */
export type AlertTier = 'fast' | 'strict';

/** The recent days and the days that they are compared with. */
interface ShiftWindow {
  current: DayRange;
  previous: readonly DayRange[];
}

/** The recent days of a metric compared with earlier ones. */
export interface ShiftFinding extends ShiftWindow {
  /** The probability of a difference at least this large by noise alone. */
  pValue: number;
  /** True if the difference is beyond the limit of the tier. */
  isSignal: boolean;
  before: number;
  after: number;
  /** `after` − `before`. */
  difference: number;
  precision: NumberVariance;
  previousAnswers: number;
  currentAnswers: number;
}

/** The question that is tested. */
export interface ShiftQuestion {
  tier: AlertTier;
  /** The direction of the fast tier; the strict tier tests both. */
  direction: 'up' | 'down' | 'either';
  /** The segments of the alert's scope. */
  segments: readonly number[];
  /** The smallest difference that counts, if it is more than `minUnits` units. */
  minDifference?: number;
  /** A change that is added to the values from a day on, to learn when it would be found. */
  planted?: PlantedChange;
}

export interface PlantedChange {
  /** The index of its first day. */
  from: number;
  size: number;
}

const week = 7;
const tiers = {
  fast: { days: [1, 3, 7], limit: 0.004 },
  strict: { days: [7, 14, 28, 56, 112], limit: 1e-4 },
} as const;
/** Weeks before that the fast tier compares with, on the same weekdays. */
const fastWeeks = 4;
/** Days that the strict tier compares with. */
const strictDays = { min: 28, max: 168 };
/** Answers that each side needs. */
const minAnswers = 20;
/** The smallest difference, in units of the metric. */
const minUnits = 0.05;

/** Tests one metric on any days, and keeps the noise of each week. */
export interface ShiftTest {
  /** Compares the days up to and including `day` with earlier ones, over the periods of the tier. */
  find(day: number, question: ShiftQuestion): ShiftResult;
}

export interface ShiftResult {
  /** False if no comparison has the answers that it needs. */
  isTested: boolean;
  /** The comparison that noise explains least; null if no difference counts. */
  finding: ShiftFinding | null;
}

/** Prepares the test of a metric. @param first the first day that counts, by index */
export function createShiftTest(metric: WatchedMetric, first: number): ShiftTest {
  const noises = new Map<number, FittedNoise | null>();
  const getNoise = (day: number) => {
    const monday = day - (metric.panel.weekdays[day] ?? 0);
    const known = noises.get(monday);
    if (known !== undefined) return known;
    const noise = metric.fitNoise(getNoiseSpan(monday, first));
    noises.set(monday, noise);
    return noise;
  };
  const listCompared = (day: number, { tier, segments }: ShiftQuestion) => {
    const noise = getNoise(day);
    if (!noise) return [];
    const known = segments.filter((segment) =>
      noise.engines.has(metric.panel.segments[segment]?.engine ?? ''),
    );
    return listWindows(day, tier, first).flatMap((window) => {
      const pair = { previous: window.previous.flatMap(listDays), current: listDays(window.current) };
      const compared = weighSegments(metric, [pair], known);
      const { previousAnswers, currentAnswers } = countCompared(compared);
      const values = metric.average(compared);
      if (!values || Math.min(previousAnswers, currentAnswers) < minAnswers) return [];
      return [{ window, compared, noise, values, previousAnswers, currentAnswers }];
    });
  };
  return {
    find(day, question) {
      const comparisons = listCompared(day, question);
      const findings = comparisons.flatMap(({ window, previousAnswers, currentAnswers, ...comparison }) => {
        const tested = testDifference(metric, comparison, question);
        return tested ? [{ ...window, ...tested, previousAnswers, currentAnswers }] : [];
      });
      const finding = findings.reduce<ShiftFinding | null>(
        (least, other) => (least === null || other.pValue < least.pValue ? other : least),
        null,
      );
      return { isTested: comparisons.length > 0, finding };
    },
  };
}

/** Returns the days that the noise of a week is estimated from: before its last four weeks, but at least the first eight. */
function getNoiseSpan(monday: number, first: number): DayRange {
  const to = Math.max(monday - 28, Math.min(monday, first + 56));
  return { from: Math.max(first, to - 182), to };
}

function listWindows(day: number, tier: AlertTier, first: number): ShiftWindow[] {
  return tiers[tier].days.flatMap((length): ShiftWindow[] => {
    const from = day + 1 - length;
    const current = { from, to: day + 1 };
    if (tier === 'fast') {
      if (from - fastWeeks * week < first) return [];
      const previous = Array.from({ length: fastWeeks }, (_, index) => {
        const start = from - (index + 1) * week;
        return { from: start, to: start + length };
      });
      return [{ current, previous }];
    }
    const available = Math.min(strictDays.max, from - first);
    const days = available - (available % week);
    return days < strictDays.min ? [] : [{ current, previous: [{ from: from - days, to: from }] }];
  });
}

function listDays({ from, to }: DayRange): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

interface ShiftComparison {
  compared: readonly ComparedSegment[];
  noise: FittedNoise;
  /** Averages over the compared segments. */
  values: { before: number; after: number };
}

function testDifference(
  metric: WatchedMetric,
  { compared, noise, values: found }: ShiftComparison,
  { tier, direction, minDifference = 0, planted }: ShiftQuestion,
) {
  const values = planted ? plantChange(metric, compared, { ...found, planted }) : found;
  const difference = values.after - values.before;
  const signed = tier === 'strict' ? Math.abs(difference) : direction === 'up' ? difference : -difference;
  if (signed < Math.max(minDifference, minUnits * metric.unit)) return null;
  const own = noise.getNoise(compared.map(({ segment }) => segment));
  const precision = computeVariance(own, toWeighting(metric, compared));
  const twoSided = getPValue(difference / Math.sqrt(precision.variance), precision.degreesOfFreedom);
  const pValue = tier === 'strict' ? twoSided : twoSided / 2;
  return { ...values, difference, precision, pValue, isSignal: pValue <= tiers[tier].limit };
}

/** Adds a planted change to averages, by the share of their answers that it affects. */
function plantChange(
  { answers, panel }: WatchedMetric,
  compared: readonly ComparedSegment[],
  { before, after, planted: { from, size } }: { before: number; after: number; planted: PlantedChange },
): { before: number; after: number } {
  const countSince = (segment: number, days: readonly number[]) =>
    total(days, (day) => (day < from ? 0 : at(answers, segment * panel.days.length + day)));
  const values = { before, after };
  for (const { segment, pairs } of compared) {
    for (const { pair, weight, previousAnswers, currentAnswers } of pairs) {
      values.before += (size * weight * countSince(segment, pair.previous)) / previousAnswers;
      values.after += (size * weight * countSince(segment, pair.current)) / currentAnswers;
    }
  }
  return values;
}
