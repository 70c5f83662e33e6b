import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseFilters, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { answerTables } from '#lib/dashboard/exports/answer-tables';
import { competitorTables } from '#lib/dashboard/exports/competitor-tables';
import type { ExportedTable } from '#lib/dashboard/exports/define-table';
import { experimentTables } from '#lib/dashboard/exports/experiment-tables';
import { fanOutTables } from '#lib/dashboard/exports/fan-out-tables';
import { nameTableFile } from '#lib/dashboard/exports/name-file';
import { overviewTables } from '#lib/dashboard/exports/overview-tables';
import { runTables } from '#lib/dashboard/exports/run-tables';
import { sourceTables } from '#lib/dashboard/exports/source-tables';
import { type ExportedFile, parseFormat, writeRows } from '#lib/dashboard/exports/write-file';
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

/**
 * Exports a table or chart of a project with the filters of a URL. The errors below are thrown before any row is sent.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND for an unknown project or table; VALIDATION_ERROR for
 *   a format other than `csv`, `json` and `xlsx`
 */
export async function exportTable(
  context: Context,
  input: { projectId: string; table: string; format: string; parameters: SearchParameters },
): Promise<ExportedFile> {
  const { projectId, table, parameters } = input;
  requirePermission(context.actor, 'projects.export');
  const project = await getProject(context, { projectId });
  const exported = exportedTables.get(table);
  if (!exported) throw notFound('Unknown export table.');
  const format = parseFormat(input.format);
  const filters = parseFilters(projectId, parameters, context.clock);
  const name = await nameTableFile(context, {
    subject: project.name,
    table,
    exported,
    filters,
    parameters,
    extension: format,
    project,
  });
  const rows = await exported.rows(context, filters, parameters);
  return { name, ...writeRows(format, exported.columns, rows) };
}
