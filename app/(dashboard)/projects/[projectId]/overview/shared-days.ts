import { daysBetween } from '#lib/core/days';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { formatPeriod } from '#lib/format/dates';
import type { ShareFormProps } from './share-form';

/**
 * What a link can be bound to: the days of a preset, which move on, or the same days for good.
 * @param query the filters as they stand in an address
 * @param wordsOf such a query in words
 */
export function buildShareOptions(
  { from, to }: Pick<MetricFilters, 'from' | 'to'>,
  query: string,
  wordsOf: (query: string) => string,
): ShareFormProps['bindings'] {
  const fixed = new URLSearchParams(query);
  const moves = !fixed.has('from');
  fixed.delete('days');
  fixed.set('from', from);
  fixed.set('to', to);
  const binding = (label: string, filters: string) => ({ label, filters, words: wordsOf(filters) });
  return [
    ...(moves ? [binding(`Always the last ${daysBetween(from, to)}`, query)] : []),
    binding(formatPeriod({ from, to }), fixed.toString()),
  ];
}
