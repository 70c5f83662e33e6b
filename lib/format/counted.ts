import { intervalOf } from '#lib/core/figure';
import type { Interval, Rate } from '#lib/core/rate';
import { formatCount, formatInterval } from '#lib/format/formats';

/**
 * The counts of a rate with its interval, for a link to the answers behind it: "458 of 1,204 answers, 35 – 41% with
 * 95% confidence".
 * @param unit what the denominator counts, plural
 */
export function countedWords(rate: Rate & { clustered?: Interval | null }, unit: string): string {
  const counts = `${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${unit}`;
  const interval = intervalOf(rate);
  return interval ? `${counts}, ${formatInterval(interval)}% with 95% confidence` : counts;
}
