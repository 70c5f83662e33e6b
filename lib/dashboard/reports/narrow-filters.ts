import type { Clock } from '#lib/core/time';
import {
  type MetricFilters,
  parseFilters,
  type SearchParameters,
} from '#lib/dashboard/analytics/filters/metric-filters';

/**
 * Narrows the filters of a report by those that a viewer asked for in the URL. The result never includes an answer that
 * the report excludes: lists are intersected and the period is cut to the report's. A filter without anything in common
 * is ignored. Brand, comparison and branded prompts are always the report's.
 */
function narrowFilters(report: MetricFilters, requested: SearchParameters, clock: Clock): MetricFilters {
  const asked = parseFilters(report.projectId, requested, clock);
  const [, from = report.from] = [asked.from, report.from].sort();
  const [to = report.to] = [asked.to, report.to].sort();
  const isPeriodAsked = ['from', 'days'].some((key) =>
    requested instanceof URLSearchParams ? requested.has(key) : requested[key] !== undefined,
  );
  return {
    ...report,
    ...(isPeriodAsked && from <= to ? { from, to } : {}),
    engines: narrowList(report.engines, asked.engines),
    countries: narrowList(report.countries, asked.countries),
    topics: narrowList(report.topics, asked.topics),
    tags: narrowList(report.tags, asked.tags),
    promptIds: narrowList(report.promptIds, asked.promptIds),
  };
}

/** An empty list means all, so an empty intersection must not replace the report's list. */
function narrowList(report: readonly string[], asked: readonly string[]): string[] {
  if (report.length === 0) return [...asked];
  const common = asked.filter((value) => report.includes(value));
  return common.length > 0 ? common : [...report];
}

/** Parses the filters of a report, narrowed by those of a URL. */
export function parseReportFilters(
  { projectId, filters }: { projectId: string; filters: string },
  requested: SearchParameters,
  clock: Clock,
): MetricFilters {
  return narrowFilters(parseFilters(projectId, new URLSearchParams(filters), clock), requested, clock);
}
