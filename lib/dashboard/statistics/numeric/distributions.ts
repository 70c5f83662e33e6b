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
