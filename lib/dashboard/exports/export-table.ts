import type { Readable } from 'node:stream';
import { invalidField, notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseFilters, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { answerTables } from '#lib/dashboard/exports/answer-tables';
import { competitorTables } from '#lib/dashboard/exports/competitor-tables';
import type { ExportedTable } from '#lib/dashboard/exports/define-table';
import { experimentTables } from '#lib/dashboard/exports/experiment-tables';
import { fanOutTables } from '#lib/dashboard/exports/fan-out-tables';
import { overviewTables } from '#lib/dashboard/exports/overview-tables';
import { runTables } from '#lib/dashboard/exports/run-tables';
import { sourceTables } from '#lib/dashboard/exports/source-tables';
import { formatFileName, writeCsv, writeJson } from '#lib/dashboard/exports/write-file';
import { getProject } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/client';

/** All tables and charts that can be exported, by their name in the URL. */
export const exportedTables: ReadonlyMap<string, ExportedTable> = new Map(
  Object.entries({
    ...overviewTables,
    ...sourceTables,
    ...competitorTables,
    ...answerTables,
    ...experimentTables,
    ...fanOutTables,
    ...runTables,
  }),
);

/** A file that is written while its rows are read. */
export interface ExportedFile {
  name: string;
  /** Media type. */
  type: string;
  body: Readable;
}

/**
 * Exports a table or chart of a project under the filters of a URL. All errors are thrown before the first byte.
 * Viewers of a share link cannot export.
 * @throws ServiceError RESOURCE_NOT_FOUND for an unknown project or table; VALIDATION_ERROR for a format
 * other than `csv` and `json`
 */
export async function exportTable(
  context: Context,
  input: { projectId: string; table: string; format: string; parameters: SearchParameters },
): Promise<ExportedFile> {
  const { projectId, table, format, parameters } = input;
  requirePermission(context.actor, 'projects.export');
  const project = await getProject(context, { projectId });
  const exported = exportedTables.get(table);
  if (!exported) throw notFound('Unknown export table.');
  if (format !== 'csv' && format !== 'json') throw invalidField('format', 'Use the format csv or json.');
  const filters = parseFilters(projectId, parameters, context.clock);
  const rows = await exported.rows(context, filters, parameters);
  return {
    name: formatFileName(project.name, table, exported.ignoresPeriod ? null : filters, format),
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body: (format === 'csv' ? writeCsv : writeJson)(exported.columns, rows),
  };
}
