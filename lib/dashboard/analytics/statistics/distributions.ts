/** The false discovery rate of verdicts. */
const significanceLevel = 0.05;

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
