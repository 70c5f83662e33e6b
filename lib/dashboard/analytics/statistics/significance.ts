import { computeRate, type Interval, z95 } from '#lib/core/metric';

/*
 * Student's t approximated by the normal distribution (Wallace, Annals of Mathematical Statistics 30, 1959): within 1% of
 * the tables from four degrees of freedom. The two functions are inverse to each other, so an interval excludes 0
 * exactly when its p-value is below 0.05.
 */

/** Returns the quantile of a two-sided 95% interval. */
export function studentTQuantile95(degreesOfFreedom: number): number {
  const z = (z95 * (8 * degreesOfFreedom + 3)) / (8 * degreesOfFreedom + 1);
  return Math.sqrt(degreesOfFreedom * Math.expm1(z ** 2 / degreesOfFreedom));
}

/** Returns the two-sided p-value of t. */
export function studentTPValue(t: number, degreesOfFreedom: number): number {
  const scale = (8 * degreesOfFreedom + 1) / (8 * degreesOfFreedom + 3);
  return normalPValue(scale * Math.sqrt(degreesOfFreedom * Math.log1p(t ** 2 / degreesOfFreedom)));
}

/** The counts of a proportion in both periods. */
export interface TwoProportions {
  before: { numerator: number; denominator: number };
  now: { numerator: number; denominator: number };
}

/**
 * Returns the 95% interval of (now − before) of two independent proportions: Newcombe's hybrid score interval (Statistics
 * in Medicine 17, 1998, method 10). Null when either has no denominator.
 */
export function newcombeInterval({ before, now }: TwoProportions): Interval | null {
  const first = computeRate(now.numerator, now.denominator);
  const second = computeRate(before.numerator, before.denominator);
  if (first.value === null || first.low === null || first.high === null) return null;
  if (second.value === null || second.low === null || second.high === null) return null;
  const difference = first.value - second.value;
  return {
    low: difference - Math.hypot(first.value - first.low, second.high - second.value),
    high: difference + Math.hypot(first.high - first.value, second.value - second.low),
  };
}

/** Returns the two-sided p-value of the pooled z-test for equal proportions; 1 when they cannot differ. */
export function twoProportionPValue({ before, now }: TwoProportions): number {
  if (before.denominator === 0 || now.denominator === 0) return 1;
  const pooled = (before.numerator + now.numerator) / (before.denominator + now.denominator);
  const variance = pooled * (1 - pooled) * (1 / before.denominator + 1 / now.denominator);
  if (variance <= 0) return 1;
  const difference = now.numerator / now.denominator - before.numerator / before.denominator;
  return normalPValue(difference / Math.sqrt(variance));
}

/** Returns the two-sided p-value of a standard normal z (Abramowitz and Stegun 7.1.26; error below 1.5e-7). */
export function normalPValue(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, series * Math.exp(-x * x));
}

/**
 * Returns which of several hypotheses are rejected at a false discovery rate: Benjamini and Hochberg
 * (Journal of the Royal Statistical Society B 57, 1995). Results are in the order of the p-values.
 */
export function benjaminiHochberg(pValues: readonly number[], rate = 0.05): boolean[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const last = order.findLastIndex(({ p }, rank) => p <= ((rank + 1) / order.length) * rate);
  const rejected = pValues.map(() => false);
  for (const { index } of order.slice(0, last + 1)) rejected[index] = true;
  return rejected;
}
