import type { Interval } from '#lib/core/metric';
import {
  getBetaBinomialInterval,
  getNormalMixtureRadius,
} from '#lib/dashboard/analytics/statistics/confidence-sequence';
import type { DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import { getQuantile } from '#lib/dashboard/analytics/statistics/distributions';
import { estimateAutocorrelation, getPersistence } from '#lib/dashboard/analytics/statistics/run-shocks';

/** Days before a possible change that are its baseline, and days after which a change is no longer detected. */
export const baselineDays = 84;
const maxShiftDays = 84;
/** A change may begin on any of the weeks of a year. */
const shiftsPerYear = 52;
/** The probability of a false alert within a year of daily looks. */
const yearlyFalseAlertRate = 0.05;
/** Days after a change at which the confidence sequence is tight. */
const tightDays = 14;
const minAnswers = 20;
/** The fewest days with answers from which the noise can be estimated. */
const minBaselineDays = 6;

export interface ShiftOptions {
  kind: 'rate' | 'mean';
  /** The last day looked at; days are counted from the first day of the series. */
  day: number;
  /** The first day of the baseline. */
  from?: number;
  /** The number of metrics that are tested together. */
  comparisons?: number;
}

/** A change of a metric that began on a day, as measured on a later day. */
export interface Shift {
  /** The first day with the change; the baseline ends on the day before. */
  day: number;
  baselineFrom: number;
  /** Averages over the segments with answers on both sides. */
  before: number;
  after: number;
  difference: number;
  /** The confidence sequence of the difference. Without a change, it excludes 0 within a year with a probability of 5%. */
  interval: Interval;
  /** The confidence sequence of the later average. */
  level: Interval;
  answersBefore: number;
  answersAfter: number;
}

/**
 * Finds the week since which a metric differs from the weeks before it. Each segment is compared with itself, so that an
 * added engine or prompt is not a change.
 * @returns the shift with the strongest evidence; null without enough data
 */
export function findShift(series: DailySeries, options: ShiftOptions): Shift | null {
  const { day, from = 0 } = options;
  let found: { shift: Shift; evidence: number } | null = null;
  // Weeks begin on the same days whichever day is evaluated, so that a year has only 52 of them.
  for (let start = day - (day % 7); start > from && day - start < maxShiftDays; start -= 7) {
    const shift = measureShift(series, start, options);
    if (!shift) continue;
    const half = (shift.interval.high - shift.interval.low) / 2;
    const evidence = Math.abs(shift.difference) / half;
    if (!found || evidence > found.evidence) found = { shift, evidence };
  }
  return found?.shift ?? null;
}

/** Measures the change at one day; null without enough data. */
function measureShift(series: DailySeries, start: number, options: ShiftOptions): Shift | null {
  const { kind, day, from = 0, comparisons = 1 } = options;
  const baselineFrom = Math.max(from, start - baselineDays);
  const level = yearlyFalseAlertRate / shiftsPerYear / comparisons;
  const noise = series.memoize(`${kind} ${baselineFrom} ${start} ${level}`, () =>
    estimateNoise(series, { kind, from: baselineFrom, to: start, level }),
  );
  if (!noise) return null;
  const spans = compareSpans(
    series,
    { from: baselineFrom, to: start },
    { from: start, to: day + 1 },
    noise.spreads,
  );
  if (!spans) return null;
  const { before, after, difference, weight, answersBefore, answersAfter } = spans;
  // Assumes as many answers per day as before, for two weeks.
  const expectedAnswers = (answersBefore / noise.days) * tightDays;
  const getRadius = (spread: number, tightShare: number) => {
    const variance = noise.inflation * spread;
    return noise.correction * getNormalMixtureRadius(variance, { level, tightAt: variance * tightShare });
  };
  const radius = getRadius(spans.spread, weight * (1 / answersBefore + 1 / expectedAnswers));
  const levelRadius = getRadius(spans.spreadAfter, answersAfter / expectedAnswers);
  const interval = { low: difference - radius, high: difference + radius };
  const isBeyondNoise = interval.low > 0 || interval.high < 0;
  if (kind === 'rate' && isBeyondNoise)
    widenToCounts(interval, { ...spans, level, expectedAnswers, ...noise });
  return {
    day: start,
    baselineFrom,
    before,
    after,
    difference,
    interval,
    answersBefore,
    answersAfter,
    level: { low: after - levelRadius, high: after + levelRadius },
  };
}

/** Days from `from` up to but not including `to`. */
interface Span {
  from: number;
  to: number;
}

/**
 * Compares two spans, segment by segment.
 * @param spreads by segment: the variance of one answer; needed only for `spread`, that of the difference, and
 *   `spreadAfter`, that of the later average
 * @returns null with too few answers in common segments
 */
export function compareSpans(series: DailySeries, earlier: Span, later: Span, spreads?: Float64Array) {
  const sums = {
    weight: 0,
    before: 0,
    after: 0,
    spread: 0,
    spreadAfter: 0,
    answersBefore: 0,
    answersAfter: 0,
  };
  for (let segment = 0; segment < series.segmentCount; segment += 1) {
    const before = series.sum(segment, earlier.from, earlier.to);
    const after = series.sum(segment, later.from, later.to);
    if (before.denominator === 0 || after.denominator === 0) continue;
    // Cochran, Biometrics 10, 1954.
    const weight = (before.denominator * after.denominator) / (before.denominator + after.denominator);
    const spread = spreads?.[segment] ?? 0;
    sums.weight += weight;
    sums.before += (weight * before.numerator) / before.denominator;
    sums.after += (weight * after.numerator) / after.denominator;
    sums.spread += weight * spread;
    sums.spreadAfter += (weight ** 2 * spread) / after.denominator;
    sums.answersBefore += before.denominator;
    sums.answersAfter += after.denominator;
  }
  const { weight, answersBefore, answersAfter } = sums;
  if (answersBefore < minAnswers || answersAfter < minAnswers) return null;
  const [before, after] = [sums.before / weight, sums.after / weight];
  return {
    weight,
    before,
    after,
    difference: after - before,
    answersBefore,
    answersAfter,
    spread: sums.spread / weight ** 2,
    spreadAfter: sums.spreadAfter / weight ** 2,
  };
}

/** Widens the interval of a rate to that of the counts after the change: few mentions are not normally distributed. */
function widenToCounts(
  interval: Interval,
  counts: { before: number; after: number; answersBefore: number; answersAfter: number } & {
    level: number;
    expectedAnswers: number;
    inflation: number;
  },
): void {
  const { answersBefore, answersAfter, inflation, level, expectedAnswers } = counts;
  const denominator = answersAfter / inflation;
  const { low, high } = getBetaBinomialInterval(
    { numerator: counts.after * denominator, denominator },
    { level, tightAt: Math.max(1, expectedAnswers / inflation) },
  );
  // Agresti and Coull, American Statistician 52, 1998.
  const prior = 2 / (answersBefore / inflation + 4);
  const before = counts.before * (1 - 2 * prior) + prior;
  interval.low = Math.max(-1, Math.min(interval.low, low - before));
  interval.high = Math.min(1, Math.max(interval.high, high - before));
}

interface Noise {
  /** By segment: the variance of one answer. */
  spreads: Float64Array;
  /** The ratio of the variance of means to that of independent answers. */
  inflation: number;
  /** How many times wider intervals are because the noise is estimated. */
  correction: number;
  /** Days with answers. */
  days: number;
}

/**
 * Estimates the noise of a baseline from its days: answers of the same day, and of consecutive days, are correlated. Null
 * with too few days.
 */
function estimateNoise(
  series: DailySeries,
  { kind, from, to, level }: { kind: ShiftOptions['kind']; from: number; to: number; level: number },
): Noise | null {
  const deviations = new Float64Array(to - from);
  const expected = new Float64Array(to - from);
  const spreads = estimateSpreads(series, { kind, from, to });
  const rates: number[][] = [];
  for (let segment = 0; segment < series.segmentCount; segment += 1) {
    const { numerator, denominator } = series.sum(segment, from, to);
    if (denominator === 0) continue;
    const mean = numerator / denominator;
    const own: number[] = [];
    for (let day = from; day < to; day += 1) {
      const counts = series.sum(segment, day, day + 1);
      if (counts.denominator === 0) continue;
      const index = day - from;
      deviations[index] = (deviations[index] ?? 0) + counts.numerator - mean * counts.denominator;
      expected[index] = (expected[index] ?? 0) + (spreads[segment] ?? 0) * counts.denominator;
      own.push(counts.numerator / counts.denominator);
    }
    rates.push(own);
  }
  const shown = [...expected.keys()].filter((index) => (expected[index] ?? 0) > 0);
  const days = shown.length;
  if (days < minBaselineDays) return null;
  const autocorrelation = estimateAutocorrelation(rates);
  const persistence = getPersistence(autocorrelation, days);
  const degreesOfFreedom = days / persistence - 1;
  if (degreesOfFreedom <= 1) return null;
  const squares = shown.reduce((sum, index) => sum + (deviations[index] ?? 0) ** 2, 0);
  const total = shown.reduce((sum, index) => sum + (expected[index] ?? 0), 0);
  const dispersion = Math.max(kind === 'rate' ? 1 : 0.1, squares / total);
  return {
    spreads,
    inflation: (dispersion * persistence * days) / (days - persistence),
    correction: getQuantile(degreesOfFreedom, level) / getQuantile(Number.POSITIVE_INFINITY, level),
    days,
  };
}

/** Estimates the variance of one answer of each segment, shrunk toward that of all, because segments are small. */
function estimateSpreads(
  series: DailySeries,
  { kind, from, to }: { kind: ShiftOptions['kind']; from: number; to: number },
): Float64Array {
  const total = { numerator: 0, denominator: 0, squares: 0 };
  const segments = Array.from({ length: series.segmentCount }, (_, segment) => series.sum(segment, from, to));
  for (const sum of segments) {
    total.numerator += sum.numerator;
    total.denominator += sum.denominator;
    total.squares += sum.squares;
  }
  const pooled = (total.numerator + 1) / (total.denominator + 2);
  const pooledSquares = total.squares / Math.max(1, total.denominator);
  return Float64Array.from(segments, ({ numerator, denominator, squares }) => {
    if (kind === 'rate') {
      const share = (numerator + pooled) / (denominator + 1);
      return share * (1 - share);
    }
    const mean = (numerator + pooled) / (denominator + 1);
    return Math.max(1e-9, (squares + pooledSquares) / (denominator + 1) - mean ** 2);
  });
}
