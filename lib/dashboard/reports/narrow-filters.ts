import { type Clock, listCalendarPeriods, type Period, toUtcDay } from '#lib/core/time';
import {
  getParameterValues,
  getPeriods,
  type MetricFilters,
  parseFilters,
  type SearchParameters,
} from '#lib/dashboard/analytics/filters/metric-filters';

/**
 * Narrows the filters of a report by those in the URL. The result never includes an answer that the report excludes:
 * lists are intersected, and the period is cut to that of the report. A filter that has nothing in common with the
 * report's is ignored.
 * Brand, comparison and branded prompts cannot be changed.
 */
function narrowFilters(report: MetricFilters, requested: SearchParameters, clock: Clock): MetricFilters {
  const wanted = parseRequest(report.projectId, requested, clock);
  const [, from = report.from] = [wanted.from, report.from].sort();
  const [to = report.to] = [wanted.to, report.to].sort();
  const hasPeriod = ['from', 'days', 'period'].some((key) =>
    requested instanceof URLSearchParams ? requested.has(key) : requested[key] !== undefined,
  );
  const isNarrower = from !== report.from || to !== report.to;
  return {
    ...report,
    ...(hasPeriod && from <= to && isNarrower ? narrowPeriod(report, wanted, { from, to }) : {}),
    engines: narrowList(report.engines, wanted.engines),
    countries: narrowList(report.countries, wanted.countries),
    topics: narrowList(report.topics, wanted.topics),
    tags: narrowList(report.tags, wanted.tags),
    promptIds: narrowList(report.promptIds, wanted.promptIds),
  };
}

/** Parses the requested filters. Days that are those of the requested calendar period, as the form sends them, stay that period. */
function parseRequest(projectId: string, requested: SearchParameters, clock: Clock): MetricFilters {
  const wanted = parseFilters(projectId, requested, clock);
  const [requestedName] = getParameterValues(requested, 'period');
  const calendar = listCalendarPeriods(toUtcDay(clock.now())).find(
    ({ name, from, to }) => name === requestedName && from === wanted.from && to === wanted.to,
  );
  return { ...wanted, calendarPeriod: calendar?.name ?? null };
}

/**
 * Keeps the requested calendar period only if it lies within the report, and its comparison period does not start before
 * the report's. Otherwise, returns plain days, whose comparison period is cut to start with the report's.
 */
function narrowPeriod(report: MetricFilters, wanted: MetricFilters, { from, to }: Period) {
  const first = getPeriods(report).previous?.from ?? report.from;
  const period = { from, to, calendarPeriod: wanted.calendarPeriod };
  const isWhole = wanted.from === from && wanted.to === to;
  const compared = getPeriods({ ...report, ...period }).previous;
  if (isWhole && (!compared || compared.from >= first)) return period;
  const days = { ...period, calendarPeriod: null };
  const previous = getPeriods({ ...report, ...days }).previous;
  if (!previous || previous.from >= first) return days;
  return { ...days, compare: 'custom' as const, comparedWith: { from: first, to: previous.to } };
}

/** An empty list means all, so an empty intersection must not replace the report's list. */
function narrowList(report: readonly string[], wanted: readonly string[]): string[] {
  if (report.length === 0) return [...wanted];
  const common = wanted.filter((value) => report.includes(value));
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
