import { formatPeriod } from '#lib/charts/formats';
import { daysBetween } from '#lib/dashboard/metrics/days';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import type { ShareFormProps } from './share-form';

/**
 * The days a link can be bound to: those of a preset, which move on, or the same as they are now.
 * @param query the filters as they stand in an address
 */
export function sharedDays(filters: MetricFilters, query: string): ShareFormProps['days'] {
  const moving = new URLSearchParams(query);
  const fixed = new URLSearchParams(query);
  fixed.delete('days');
  fixed.set('from', filters.from);
  fixed.set('to', filters.to);
  return {
    moving: moving.toString(),
    fixed: moving.has('from') ? moving.toString() : fixed.toString(),
    movingWords: `Always the last ${daysBetween(filters.from, filters.to)}`,
    fixedWords: formatPeriod(filters),
  };
}
