import { addDays, addYears, daysBetween, type Period } from '#lib/dashboard/analytics/days';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';

export interface Periods {
  current: Period;
  /** What the period is compared with; null when it is not. */
  previous: Period | null;
}

/** The periods that filters speak of. */
export function periodsOf({ from, to, compare, comparedWith }: MetricFilters): Periods {
  const current = { from, to };
  switch (compare) {
    case 'none':
      return { current, previous: null };
    case 'custom':
      return { current, previous: comparedWith };
    case 'year':
      return { current, previous: { from: addYears(from, -1), to: addYears(to, -1) } };
    case 'previous': {
      const days = daysBetween(from, to);
      return { current, previous: { from: addDays(from, -days), to: addDays(from, -1) } };
    }
  }
}
