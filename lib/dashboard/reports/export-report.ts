import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { getParameterValues, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { canReadNotes } from '#lib/dashboard/annotations/annotations';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { type ExportedFile, writeTable } from '#lib/dashboard/exports/write-file';
import { getFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { getTableKey, getTableParameters, listReportTables } from '#lib/dashboard/reports/report-blocks';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';

/**
 * Exports a table that a report shows. If it shows several with the same name, the competitor in `searchParameters`
 * chooses one. The rows of a frozen report are exported as stored; the rows of a live report are read with its filters,
 * narrowed by the filters in the URL.
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
  const { searchParameters } = input;
  const report = await getReport(context, input);
  const tables = listReportTables(report.blocks).filter(({ name }) => name === input.table);
  const [competitor] = getParameterValues(searchParameters, 'competitor');
  // For a section without a chosen competitor, the URL contains the ID of the one mentioned most.
  const table =
    tables.find(({ competitorId }) => competitorId === competitor) ??
    tables.find(({ competitorId }) => competitorId === null) ??
    tables[0];
  const exported = exportedTables.get(input.table);
  if (!table || !exported) throw notFound('This report has no such table.');
  const frozen = await getFrozenReport(context, report);
  const filters = frozen?.data.filters ?? parseReportFilters(report, searchParameters, context.clock);
  // Reports frozen by earlier versions have one table per name.
  const stored = { ...frozen?.tables, ...(canReadNotes(context.actor) ? frozen?.tablesWithNotes : {}) };
  const frozenRows = stored[getTableKey(table)] ?? stored[table.name] ?? [];
  return writeTable(
    frozen ? { ...exported, rows: async () => frozenRows } : exported,
    { subject: report.name, format: input.format },
    context,
    filters,
    getTableParameters(table),
  );
}
