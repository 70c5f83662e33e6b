import { addDays, daysBetween } from '#lib/dashboard/metrics/days';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';

/** Days, both ends included. */
export interface Period {
  from: string;
  to: string;
}

export interface Periods {
  current: Period;
  /** The period of equal length just before, so that both make one stretch of days; null when not compared. */
  previous: Period | null;
}

/** The periods that filters speak of. */
export function periodsOf(filters: MetricFilters): Periods {
  const { from, to } = filters;
  const days = daysBetween(from, to);
  return {
    current: { from, to },
    previous: filters.compare === 'none' ? null : { from: addDays(from, -days), to: addDays(from, -1) },
  };
}
