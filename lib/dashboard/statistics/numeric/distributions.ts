import jstat from 'jstat';

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

/** Returns the chances of 0, 1, … successes in a number of tries, by the beta-binomial distribution. */
export function listBetaBinomialChances(tries: number, alpha: number, beta: number): number[] {
  const logBeta = (a: number, b: number) => jstat.gammaln(a) + jstat.gammaln(b) - jstat.gammaln(a + b);
  return Array.from({ length: tries + 1 }, (_, successes) => {
    const failures = tries - successes;
    // The binomial coefficient is 1/((n+1) B(k+1, n−k+1)).
    const logCombinations = -Math.log(tries + 1) - logBeta(successes + 1, failures + 1);
    return Math.exp(logCombinations + logBeta(successes + alpha, failures + beta) - logBeta(alpha, beta));
  });
}
