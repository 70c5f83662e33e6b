import jstat from 'jstat';
import type { Interval } from '#lib/core/metric';
import type { Cluster } from '#lib/dashboard/analytics/statistics/clusters';

/*
 * A confidence sequence contains the true value at all times simultaneously with the stated confidence, so that daily
 * checks do not inflate the error rate (Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49, 2021).
 */

/** The significance level for which the beta-binomial boundary is tuned to be tight. */
const tunedLevel = 0.05;
const bisections = 60;

/**
 * Returns a ratio of two variances: the mixing variance, and the variance that the estimate has when the boundary is
 * tight.
 */
function getMixingRatio(level: number): number {
  const penalty = 2 * Math.log(1 / level);
  return penalty + Math.log(1 + penalty);
}

/**
 * Returns the confidence interval of a rate after the given counts, from a two-sided beta-binomial confidence sequence
 * (propositions 7 and 10).
 * The counts need not be integers: for dependent answers, callers divide them by the design effect.
 * @param options.tightAt the number of answers at which the sequence is tight
 */
export function getBetaBinomialInterval(
  { numerator, denominator }: Cluster,
  { level = 0.05, tightAt }: { level?: number; tightAt: number },
): Interval {
  if (denominator <= 0) return { low: 0, high: 1 };
  const failures = denominator - numerator;
  const isExcluded = (rate: number) => {
    const spread = rate * (1 - rate);
    const mixing = Math.max((tightAt * spread) / getMixingRatio(tunedLevel) - spread, 1e-3 * spread);
    const [alpha, beta] = [mixing / (1 - rate), mixing / rate];
    const likelihood = numerator * Math.log(rate) + failures * Math.log1p(-rate);
    const evidence = logBeta(alpha + numerator, beta + failures) - logBeta(alpha, beta) - likelihood;
    return evidence > Math.log(1 / level);
  };
  /** Finds the bound between an end of the scale and the observed rate, by bisection. */
  const findBound = (end: number) => {
    let [outside, inside] = [end, numerator / denominator];
    for (let step = 0; step < bisections; step += 1) {
      const middle = (outside + inside) / 2;
      if (isExcluded(middle)) outside = middle;
      else inside = middle;
    }
    return inside;
  };
  return { low: numerator <= 0 ? 0 : findBound(0), high: failures <= 0 ? 1 : findBound(1) };
}

function logBeta(a: number, b: number): number {
  return jstat.gammaln(a) + jstat.gammaln(b) - jstat.gammaln(a + b);
}

interface MixtureOptions {
  /** The significance level of the interval. */
  level?: number;
  /** The variance at which the sequence is tight, for the level `tunedLevel`; both are chosen before the first check. */
  tightAt: number;
  tunedLevel?: number;
}

/**
 * Returns half the width of the confidence interval of an estimate with the given variance, from a two-sided normal-mixture
 * confidence sequence (proposition 5). The estimate may be a difference from a fixed earlier mean: its likelihood ratio is a martingale, too.
 * @param variance the variance of the estimate at this time
 */
export function getNormalMixtureRadius(
  variance: number,
  { level = 0.05, tightAt, tunedLevel: tuned = level }: MixtureOptions,
): number {
  if (variance <= 0) return 0;
  const mixing = tightAt * getMixingRatio(tuned);
  const total = variance + mixing;
  return Math.sqrt(((variance * total) / mixing) * (2 * Math.log(1 / level) + Math.log(total / variance)));
}

/**
 * Returns the logarithm of the mixture likelihood ratio behind `getNormalMixtureRadius`, against an estimate of 0: its
 * interval excludes 0 if this exceeds log(1 ÷ level). Averages of such ratios are martingales, too.
 */
export function getNormalMixtureEvidence(
  estimate: number,
  variance: number,
  { tightAt, tunedLevel: tuned }: { tightAt: number; tunedLevel: number },
): number {
  if (variance <= 0) return 0;
  const mixing = tightAt * getMixingRatio(tuned);
  const total = variance + mixing;
  return (estimate ** 2 * mixing) / (2 * variance * total) - Math.log(total / variance) / 2;
}
