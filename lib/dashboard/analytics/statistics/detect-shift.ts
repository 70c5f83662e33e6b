import type { Interval } from '#lib/core/metric';
import {
  getBetaBinomialInterval,
  getNormalMixtureEvidence,
  getNormalMixtureRadius,
} from '#lib/dashboard/analytics/statistics/confidence-sequence';
import type { DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import {
  estimateNoise,
  type MetricKind,
  type Noise,
} from '#lib/dashboard/analytics/statistics/estimate-noise';

/** Length of the baseline before a possible change, and days after which a change is no longer detected. */
export const baselineDays = 168;
export const maxShiftDays = 112;
/** Maximum number of days of data that an evaluation uses. */
export const historyDays = baselineDays + maxShiftDays;
/** A change may begin in any of the 52 weeks of a year. */
const shiftsPerYear = 52;
/** The probability of a false alert within a year of daily checks. */
const yearlyLevel = 0.05;
/** The significance level of each week. */
const weeklyLevel = yearlyLevel / shiftsPerYear;
/** Number of days with answers after a change at which the confidence sequence is tight. */
const tightDays = 14;
/** Answers that are needed before and since a change. */
const minAnswers = 20;

export interface ShiftOptions {
  kind: MetricKind;
  /** The day of the evaluation, whose answers are included; days are counted from the first day of the series. */
  day: number;
  /** The first day that baselines can include; by default, the first day of the series. */
  from?: number;
  /** The number of series that are tested together. */
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
  /**
   * The confidence sequence of the difference. Without a change, the probability that it excludes 0 on any day of a year is
   * at most 5%.
   */
  interval: Interval;
  /** The confidence sequence of the later average. */
  afterInterval: Interval;
  answersBefore: number;
  answersAfter: number;
}

/**
 * Finds the week since which a metric differs most clearly from the weeks before it. Each segment is compared
 * with itself, so that an added engine or prompt is not a change.
 * @returns the shift with the strongest evidence, which may still be noise; null without enough data
 */
export function findShift(series: DailySeries, options: ShiftOptions): Shift | null {
  const candidates = measureCandidates(series, options);
  const best = candidates.reduce<Candidate | null>(
    (found, candidate) => (found && found.evidence >= candidate.evidence ? found : candidate),
    null,
  );
  return best && toShift(best, candidates, options);
}

/** Measures the shift that began on day `start`, with the data up to `options.day`; null without enough data. */
export function measureShift(series: DailySeries, start: number, options: ShiftOptions): Shift | null {
  const candidates = measureCandidates(series, options);
  const candidate = candidates.find(({ day }) => day === start);
  return candidate ? toShift(candidate, candidates, options) : null;
}

/** Measures a possible change at the start of each week of the last `maxShiftDays` days. */
function measureCandidates(series: DailySeries, options: ShiftOptions): Candidate[] {
  const { day, from = 0 } = options;
  const candidates: Candidate[] = [];
  // Weeks begin on the same days for every evaluated day, so that a year has only 52 of them.
  for (let start = day - (day % 7); start > from && day - start < maxShiftDays; start -= 7) {
    const candidate = measureCandidate(series, start, options);
    if (candidate) candidates.push(candidate);
  }
  return candidates;
}

/** The comparison of the days since the start of a week with the days before it. */
interface Candidate {
  day: number;
  baselineFrom: number;
  spans: ComparedSpans;
  noise: Noise;
  /** The significance level of each week, divided by the number of comparisons. */
  level: number;
  /** The average number of answers in 14 days of the baseline; days without answers do not count. */
  expectedAnswers: number;
  /** The logarithm of the likelihood ratio against no change. */
  evidence: number;
}

/** Measures the change at one day; null without enough data. */
function measureCandidate(series: DailySeries, start: number, options: ShiftOptions): Candidate | null {
  const { kind, day, from = 0, comparisons = 1 } = options;
  const baselineFrom = Math.max(from, start - baselineDays);
  const level = weeklyLevel / comparisons;
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
  const expectedAnswers = (spans.answersBefore / noise.days) * tightDays;
  const { variance, tightAt } = getVariance(spans, noise, expectedAnswers);
  const evidence = getNormalMixtureEvidence(spans.difference, variance, { tightAt, tunedLevel: level });
  return { day: start, baselineFrom, spans, noise, level, expectedAnswers, evidence };
}

/** Returns the variance of a difference, and the variance at which its confidence sequence is tight. */
function getVariance(
  { spread, weight, answersBefore }: Pick<ComparedSpans, 'spread' | 'weight' | 'answersBefore'>,
  { upperInflation }: Noise,
  expectedAnswers: number,
) {
  const variance = upperInflation * spread;
  return { variance, tightAt: variance * weight * (1 / answersBefore + 1 / expectedAnswers) };
}

function toShift(
  candidate: Candidate,
  candidates: readonly Candidate[],
  { kind }: Pick<ShiftOptions, 'kind'>,
): Shift {
  const { day, baselineFrom, spans, noise, expectedAnswers } = candidate;
  const { before, after, difference, answersBefore, answersAfter } = spans;
  const { variance, tightAt } = getVariance(spans, noise, expectedAnswers);
  const tunedLevel = candidate.level;
  // The average of the likelihood ratios of a year's weeks is a martingale, so neighboring weeks add to the evidence of one.
  const level =
    tunedLevel *
    candidates.reduce((sum, { evidence }) => sum + Math.exp(Math.min(0, evidence - candidate.evidence)), 0);
  const radius = getNormalMixtureRadius(variance, { level, tightAt, tunedLevel });
  const varianceAfter = noise.upperInflation * spans.spreadAfter;
  const tightAfter = (varianceAfter * answersAfter) / expectedAnswers;
  const radiusAfter = getNormalMixtureRadius(varianceAfter, { level: tunedLevel, tightAt: tightAfter });
  const interval = { low: difference - radius, high: difference + radius };
  const isBeyondNoise = interval.low > 0 || interval.high < 0;
  if (kind === 'rate' && isBeyondNoise)
    widenToCounts(interval, { ...spans, level, expectedAnswers, ...noise });
  return {
    day,
    baselineFrom,
    before,
    after,
    difference,
    interval,
    answersBefore,
    answersAfter,
    afterInterval: { low: after - radiusAfter, high: after + radiusAfter },
  };
}

/** Days from `from` up to but not including `to`. */
interface Span {
  from: number;
  to: number;
}

type ComparedSpans = NonNullable<ReturnType<typeof compareSpans>>;

/**
 * Compares two spans, segment by segment.
 * @param spreads by segment: the variance of one answer; needed only for the variances of the difference (`spread`) and
 *   of the later average (`spreadAfter`)
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

/** Widens the interval of a rate to the interval of the counts after the change: small counts are not normally distributed. */
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
