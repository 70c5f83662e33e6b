import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';

type RequiredFilters = Pick<MetricFilters, 'projectId' | 'from' | 'to'>;

/**
 * Builds filters that select all answers of a period, compare it with the previous period, and leave branded prompts
 * out of share of voice, unless `filters` overrides this.
 */
export function buildMetricFilters(filters: RequiredFilters & Partial<MetricFilters>): MetricFilters {
  return {
    timeZone: 'UTC',
    calendarPeriod: null,
    compare: 'previous',
    comparedWith: null,
    engines: [],
    countries: [],
    topics: [],
    tags: [],
    promptIds: [],
    brandId: null,
    branded: 'without',
    ...filters,
  };
}
