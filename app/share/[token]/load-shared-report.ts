import { loadReportOnce } from '#app/(dashboard)/projects/[projectId]/reports/load-report.ts';
import { toDay } from '#lib/core/days';
import { listCalendarPeriods } from '#lib/core/time';
import { formatFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { openLink } from './open-link';

/** URL parameters of a page, as Next.js passes them. */
export type PageParameters = Record<string, string | string[] | undefined>;

/** Formats URL parameters as a query string. */
export function formatQuery(searchParameters: PageParameters): string {
  return new URLSearchParams(
    Object.entries(searchParameters).flatMap(([key, values]) =>
      [values ?? []].flat().map((value) => [key, value] as [string, string]),
    ),
  ).toString();
}

/**
 * Loads the report of an open link, once per request. Returns only the link if it is locked, and undefined if it does
 * not work.
 */
export async function loadSharedReport(token: string, searchParameters: PageParameters) {
  const share = await openLink(token);
  if (share?.state !== 'open') return share;
  const query = formatQuery(searchParameters);
  const { context, projectId, reportId } = share;
  const loaded = await loadReportOnce(context, projectId, reportId, query);
  const { frozenAt, filters, timeZone } = loaded.report;
  const whole = parseFilters({ id: projectId, timeZone }, new URLSearchParams(filters), context.clock);
  return {
    ...share,
    ...loaded,
    /** The narrowed filters as a query string; a frozen report has none. */
    query: frozenAt ? '' : formatFilters(loaded.data.filters, context.clock).toString(),
    wholePeriod: { from: whole.from, to: whole.to },
    /** The calendar periods that are a part of the report's period. */
    calendarPeriods: listCalendarPeriods(toDay(context.clock.now(), timeZone)).filter(
      ({ from, to }) => from >= whole.from && to <= whole.to && (from !== whole.from || to !== whole.to),
    ),
    isNarrowed:
      frozenAt === null &&
      ['engine', 'country', 'from', 'days', 'period'].some((key) => key in searchParameters),
  };
}
