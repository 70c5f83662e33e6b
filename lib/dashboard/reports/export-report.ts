import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import type { SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { type ExportedFile, formatFileName, parseFormat, writeRows } from '#lib/dashboard/exports/write-file';
import { getFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { listReportTables } from '#lib/dashboard/reports/report-blocks';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/client';

/**
 * Exports a table that a report shows. The rows of a frozen report are exported as stored; the rows of a live report are
 * read with its filters, narrowed by the filters in the URL.
 * @throws ServiceError RESOURCE_NOT_FOUND for a table that the report does not show; VALIDATION_ERROR for an unknown
 * format; INSUFFICIENT_PERMISSIONS
 */
export async function exportReportTable(
  context: Context,
  input: {
    projectId: string;
    reportId: string;
    table: string;
    format: string;
    searchParameters: SearchParameters;
  },
): Promise<ExportedFile> {
  requirePermission(context.actor, 'projects.export');
  const { table, searchParameters } = input;
  const report = await getReport(context, input);
  const parameters = listReportTables(report.blocks).get(table);
  const exported = exportedTables.get(table);
  if (!parameters || !exported) throw notFound('This report has no such table.');
  const format = parseFormat(input.format);
  const frozen = await getFrozenReport(context, report);
  const filters = frozen?.data.filters ?? parseReportFilters(report, searchParameters, context.clock);
  const rows = frozen ? (frozen.tables[table] ?? []) : await exported.rows(context, filters, parameters);
  return {
    name: formatFileName(report.name, table, exported.ignoresPeriod ? null : filters, format),
    ...writeRows(format, exported.columns, rows),
  };
}
