import { formatCount, formatInterval } from '#lib/charts/formats';
import { type Figure, intervalOf } from '#lib/core/figure';

/**
 * The counts of a rate with its interval, for a link to the answers behind it: "458 of 1,204 answers, 35 – 41% with
 * 95% confidence".
 * @param unit what the denominator counts, plural
 */
export function countedWords(rate: Figure, unit: string): string {
  const counts = `${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${unit}`;
  const interval = intervalOf(rate);
  return interval ? `${counts}, ${formatInterval(interval)}% with 95% confidence` : counts;
}
