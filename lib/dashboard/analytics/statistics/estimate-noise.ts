import {
  estimateAutocorrelation,
  getVarianceInflation,
} from '#lib/dashboard/analytics/statistics/autocorrelation';
import type { DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** Minimum number of days with answers from which the noise can be estimated. */
const minBaselineDays = 6;

/** A share of answers, or an average of values. */
export type MetricKind = 'rate' | 'mean';

/** The variation of the answers of a baseline. */
export interface Noise {
  /** By segment: the variance of one answer. */
  spreads: Float64Array;
  /**
   * The variance of averages ÷ the variance that they would have if answers were independent: the effect of correlated days
   * × the dispersion (the observed ÷ the expected variance of the daily deviations).
   */
  inflation: number;
  /** The inflation for confidence intervals, with a larger dispersion, because its estimate from few days is imprecise. */
  upperInflation: number;
  /** Number of days with answers. */
  days: number;
  /** The first day with answers, in days since the first day of the series. */
  firstDay: number;
}

/**
 * Estimates the noise of a baseline from its daily deviations, because answers of the same day, and of consecutive days,
 * are correlated. Null if the days are too few or too strongly correlated.
 * @param options.level the significance level of the intervals that `upperInflation` widens
 */
export function estimateNoise(
  series: DailySeries,
  { kind, from, to, level }: { kind: MetricKind; from: number; to: number; level: number },
): Noise | null {
  const deviations = new Float64Array(to - from);
  const expected = new Float64Array(to - from);
  const spreads = estimateSpreads(series, { kind, from, to });
  const rates: number[][] = [];
  for (let segment = 0; segment < series.segmentCount; segment += 1) {
    const { numerator, denominator } = series.sum(segment, from, to);
    if (denominator === 0) continue;
    const mean = numerator / denominator;
    const dailyRates: number[] = [];
    for (let day = from; day < to; day += 1) {
      const counts = series.sum(segment, day, day + 1);
      if (counts.denominator === 0) continue;
      const index = day - from;
      deviations[index] = (deviations[index] ?? 0) + counts.numerator - mean * counts.denominator;
      expected[index] = (expected[index] ?? 0) + (spreads[segment] ?? 0) * counts.denominator;
      dailyRates.push(counts.numerator / counts.denominator);
    }
    rates.push(dailyRates);
  }
  const activeDays = [...expected.keys()].filter((index) => (expected[index] ?? 0) > 0);
  const days = activeDays.length;
  if (days < minBaselineDays) return null;
  const autocorrelation = estimateAutocorrelation(rates);
  const varianceInflation = getVarianceInflation(autocorrelation, days);
  // The correlation of squares is the square of the correlation (Bartlett, JRSS Supplement 8, 1946).
  const degreesOfFreedom = days / getVarianceInflation(autocorrelation ** 2, days) - 1;
  if (degreesOfFreedom <= 1 || days <= varianceInflation) return null;
  const squares = activeDays.reduce((sum, index) => sum + (deviations[index] ?? 0) ** 2, 0);
  const total = activeDays.reduce((sum, index) => sum + (expected[index] ?? 0), 0);
  const minDispersion = kind === 'rate' ? 1 : 0.1;
  // The deviations of correlated days from their own mean underestimate the variance.
  const factor = days / (days - varianceInflation);
  const correction = getQuantile(degreesOfFreedom, level) / getQuantile(Number.POSITIVE_INFINITY, level);
  const dispersion = squares / total;
  return {
    spreads,
    inflation: varianceInflation * factor * Math.max(minDispersion, dispersion),
    upperInflation: varianceInflation * Math.max(minDispersion, dispersion * factor * correction ** 2),
    days,
    firstDay: from + (activeDays[0] ?? 0),
  };
}

/** Estimates the variance of one answer by segment, shrunk toward the variance over all segments. */
function estimateSpreads(
  series: DailySeries,
  { kind, from, to }: { kind: MetricKind; from: number; to: number },
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
