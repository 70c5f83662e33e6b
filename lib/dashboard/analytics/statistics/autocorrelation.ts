/** Returns the factor by which autocorrelation increases the variance of a mean of `count` consecutive values. */
export function getVarianceInflation(autocorrelation: number, count: number): number {
  let varianceInflation = 1;
  for (let lag = 1; lag < count; lag += 1)
    varianceInflation += 2 * (1 - lag / count) * autocorrelation ** lag;
  return varianceInflation;
}

/**
 * Estimates the correlation of consecutive values of several series around their own means, averaged and corrected for
 * its bias (Kendall, Biometrika 41, 1954).
 * @returns from 0 to 0.9
 */
export function estimateAutocorrelation(series: Iterable<readonly number[]>): number {
  const sums = { products: 0, squares: 0, values: 0, series: 0 };
  for (const values of series) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    let previous = 0;
    for (const value of values) {
      const deviation = value - mean;
      sums.products += deviation * previous;
      sums.squares += deviation ** 2;
      previous = deviation;
    }
    sums.values += values.length;
    sums.series += 1;
  }
  if (sums.squares === 0) return 0;
  const correlation = sums.products / sums.squares;
  return Math.min(0.9, Math.max(0, correlation + ((1 + 3 * correlation) * sums.series) / sums.values));
}
