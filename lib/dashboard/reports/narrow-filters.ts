import { listFilters } from '#lib/contract/filters/page-filters';
import { toDay, type WithTimeZone } from '#lib/core/days';
import { addDays, type Clock, countDays, listCalendarPeriods, listDays, type Period } from '#lib/core/time';
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
  const wanted = parseRequest(report, requested, clock);
  const [, from = report.from] = [wanted.from, report.from].sort();
  const [to = report.to] = [wanted.to, report.to].sort();
  const hasPeriod = ['from', 'days', 'period'].some((key) =>
    requested instanceof URLSearchParams ? requested.has(key) : requested[key] !== undefined,
  );
  const isNarrower = from !== report.from || to !== report.to;
  return {
    ...report,
    ...(hasPeriod && from <= to && isNarrower ? narrowPeriod(report, wanted, { from, to }) : {}),
    ...Object.fromEntries(listFilters.map((name) => [name, narrowList(report[name], wanted[name])])),
  };
}

/**
 * Parses the requested filters. The form sends a calendar period with its days; if they match, the period stays a
 * calendar period.
 */
function parseRequest(
  { projectId, timeZone }: MetricFilters,
  requested: SearchParameters,
  clock: Clock,
): MetricFilters {
  const wanted = parseFilters({ id: projectId, timeZone }, requested, clock);
  const [requestedName] = getParameterValues(requested, 'period');
  const calendar = listCalendarPeriods(toDay(clock.now(), timeZone)).find(
    ({ name, from, to }) => name === requestedName && from === wanted.from && to === wanted.to,
  );
  return { ...wanted, calendarPeriod: calendar?.name ?? null };
}

/**
 * Returns the period filters for a part of a report's period. The part is compared only with days of the report's period
 * or of the period that the report is compared with. A requested calendar period stays a calendar period if it lies
 * within the report's period and its previous period consists of such days.
 */
function narrowPeriod(report: MetricFilters, wanted: MetricFilters, { from, to }: Period) {
  const { current, previous } = getPeriods(report);
  const reportDays = new Set(
    [current, previous].flatMap((period) => (period ? listDays(period.from, period.to) : [])),
  );
  const isWhole = wanted.from === from && wanted.to === to;
  const names = isWhole ? [wanted.calendarPeriod, null] : [null];
  for (const calendarPeriod of names) {
    const period = { from, to, calendarPeriod };
    const compared = getPeriods({ ...report, ...period }).previous;
    if (!compared || listDays(compared.from, compared.to).every((day) => reportDays.has(day))) return period;
  }
  return { from, to, calendarPeriod: null, ...compareSameDays(report, { from, to }) };
}

/** Compares a part of a report's period with the same part of the period that the report is compared with. */
function compareSameDays(report: MetricFilters, { from, to }: Period) {
  const { current, previous } = getPeriods(report);
  if (!previous) return {};
  const lastOffset = countDays(previous.from, previous.to) - 1;
  const shift = (day: string) =>
    addDays(previous.from, Math.min(countDays(current.from, day) - 1, lastOffset));
  return { compare: 'custom' as const, comparedWith: { from: shift(from), to: shift(to) } };
}

/** An empty list means all, so an empty intersection must not replace the report's list. */
function narrowList(report: readonly string[], wanted: readonly string[]): string[] {
  if (report.length === 0) return [...wanted];
  const common = wanted.filter((value) => report.includes(value));
  return common.length > 0 ? common : [...report];
}

/** Parses the filters of a report, narrowed by those of a URL. */
export function parseReportFilters(
  { projectId, timeZone, filters }: { projectId: string; filters: string } & WithTimeZone,
  requested: SearchParameters,
  clock: Clock,
): MetricFilters {
  const report = parseFilters({ id: projectId, timeZone }, new URLSearchParams(filters), clock);
  return narrowFilters(report, requested, clock);
}
