import { cache } from 'react';
import { describeSelection } from '#lib/contract/filters/page-filters';
import { formatFacts } from '#lib/core/lists';
import type { SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData, type ReportData } from '#lib/dashboard/reports/report-data';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import { listDefinitions } from '#lib/format/report-definitions';

/**
 * Loads a report with its data. A frozen report returns its stored data; a live one is computed with its filters, which
 * the viewer may have narrowed.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function loadReport(
  context: Context,
  {
    projectId,
    reportId,
    searchParameters,
  }: { projectId: string; reportId: string; searchParameters: SearchParameters },
) {
  const report = await getReport(context, { projectId, reportId });
  const frozen = await getFrozenReport(context, report);
  if (frozen) {
    const { data, definitions } = frozen;
    return { report, data, definitions, filterText: describeReportFilters(data) };
  }
  const filters = parseReportFilters(report, searchParameters, context.clock);
  const data = await loadReportData(context, { filters, blocks: report.blocks });
  return {
    report,
    data,
    definitions: listDefinitions(data),
    filterText: describeReportFilters(data),
  };
}

/** Loads a report once per request; `query` is the query string of the URL. */
export const loadReportOnce = cache((context: Context, projectId: string, reportId: string, query: string) =>
  loadReport(context, { projectId, reportId, searchParameters: new URLSearchParams(query) }),
);

/** Describes the filters of a report except for its period and comparison; empty without any. */
function describeReportFilters({ filters, brands }: ReportData): string {
  return formatFacts(describeSelection(filters, { brands }));
}
