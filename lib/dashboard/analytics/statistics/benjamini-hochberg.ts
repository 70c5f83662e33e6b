/**
 * Which of the hypotheses tested together are rejected at a false discovery rate: Benjamini and Hochberg
 * (Journal of the Royal Statistical Society B 57, 1995). The result is in the order of the p-values given.
 */
export function benjaminiHochberg(pValues: readonly number[], rate = 0.05): boolean[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const last = order.findLastIndex(({ p }, rank) => p <= ((rank + 1) / order.length) * rate);
  const rejected = pValues.map(() => false);
  for (const { index } of order.slice(0, last + 1)) rejected[index] = true;
  return rejected;
}
