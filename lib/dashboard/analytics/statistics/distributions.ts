import jstat from 'jstat';

/** The false discovery rate of verdicts, and the significance level (alpha) of intervals. */
const significanceLevel = 0.05;

/** With more degrees of freedom, Student's t is the normal distribution to four digits. */
const maxDegreesOfFreedom = 10_000;

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

/** The result of a test, and the significance level of the interval that agrees with it. */
export interface Decision {
  isRejected: boolean;
  level: number;
}

/**
 * Tests several hypotheses together and controls their false discovery rate (Benjamini and Hochberg, Journal of the Royal
 * Statistical Society B 57, 1995). Returns whether each is rejected, and the significance level of its confidence interval
 * (Benjamini and Yekutieli, Journal of the American Statistical Association 100, 2005): the interval excludes 0 if and only
 * if the hypothesis is rejected. Results are in the order of the p-values.
 */
export function controlFalseDiscoveries(pValues: readonly number[], rate = significanceLevel): Decision[] {
  const sorted = pValues.toSorted((a, b) => a - b);
  const getLevel = (rank: number) => (rank / sorted.length) * rate;
  const rejectedCount = 1 + sorted.findLastIndex((p, index) => p <= getLevel(index + 1));
  const largest = sorted[rejectedCount - 1] ?? -1;
  return pValues.map((p) =>
    p <= largest
      ? { isRejected: true, level: getLevel(rejectedCount) }
      : { isRejected: false, level: getLevel(rejectedCount + 1) },
  );
}
