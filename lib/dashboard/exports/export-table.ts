import type { Readable } from 'node:stream';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseFilters, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import { exportedTables } from '#lib/dashboard/exports/tables';
import { fileName, writeCsv, writeJson } from '#lib/dashboard/exports/write-file';
import { getProject } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';

/** A table as a file, written while it is read. */
export interface ExportedFile {
  name: string;
  /** Media type. */
  type: string;
  body: Readable;
}

/**
 * A table or chart of a project as a file, under the filters of an address. Everything that can be refused is so
 * before the first byte; members alone may, not those who only hold a link.
 * @throws ServiceError RESOURCE_NOT_FOUND for a project or table that is not there; VALIDATION_ERROR for a format
 * other than `csv` and `json`
 */
export async function exportTable(
  context: Context,
  {
    projectId,
    table,
    format,
    asked,
  }: { projectId: string; table: string; format: string; asked: SearchParameters },
): Promise<ExportedFile> {
  requirePermission(context.actor, 'projects.export');
  const project = await getProject(context, { projectId });
  const exported = exportedTables.get(table);
  if (!exported) {
    throw new ServiceError('RESOURCE_NOT_FOUND', { message: 'Unknown export table.' });
  }
  if (format !== 'csv' && format !== 'json') {
    throw invalidField('format', 'Use the format csv or json.');
  }
  const filters = parseFilters(projectId, asked, context.clock);
  const rows: AsyncIterable<ExportedRow> | Iterable<ExportedRow> = await exported.rows(
    context,
    filters,
    asked,
  );
  return {
    name: fileName(project.name, table, exported.ignoresPeriod ? null : filters, format),
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body: (format === 'csv' ? writeCsv : writeJson)(exported.columns, rows),
  };
}
