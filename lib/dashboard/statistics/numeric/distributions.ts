import jstat from 'jstat';
import { total } from '#lib/dashboard/statistics/numeric/arrays';

/** The significance level (alpha) of intervals. */
const significanceLevel = 0.05;

/** With more degrees of freedom, Student's t is the normal distribution to four digits. */
const maxDegreesOfFreedom = 10_000;

/** The quantile of the normal distribution of a two-sided 95% interval. */
export const normalQuantile = 1.959963984540054;

/** Returns the quantile of a two-sided interval by Student's t distribution. @param level the significance level */
export function getQuantile(degreesOfFreedom: number, level = significanceLevel): number {
  return jstat.studentt.inv(1 - level / 2, Math.min(degreesOfFreedom, maxDegreesOfFreedom));
}

/** Returns the two-sided p-value of a t-statistic. */
export function getPValue(statistic: number, degreesOfFreedom: number): number {
  return Math.min(
    1,
    2 * jstat.studentt.cdf(-Math.abs(statistic), Math.min(degreesOfFreedom, maxDegreesOfFreedom)),
  );
}

/** Returns the quantile of a Beta distribution. */
export function getBetaQuantile(p: number, alpha: number, beta: number): number {
  return jstat.beta.inv(p, alpha, beta);
}

/** Returns the probability that a standard normal variable is at most `x`. */
export function getNormalProbability(x: number): number {
  return jstat.normal.cdf(x, 0, 1);
}

/**
 * Returns the chances of 0, 1, … successes in a number of tries, by the beta-binomial distribution. With large parameters,
 * it is the binomial one.
 */
export function listBetaBinomialChances(tries: number, alpha: number, beta: number): number[] {
  /** The logarithm of x(x+1)…(x+count−1). */
  const logRising = (x: number, count: number) => total(Array(count).keys(), (index) => Math.log(x + index));
  const logFactorial = (count: number) => logRising(1, count);
  return Array.from({ length: tries + 1 }, (_, successes) => {
    const failures = tries - successes;
    const logCombinations = logFactorial(tries) - logFactorial(successes) - logFactorial(failures);
    const logOrder = logRising(alpha, successes) + logRising(beta, failures) - logRising(alpha + beta, tries);
    return Math.exp(logCombinations + logOrder);
  });
}
