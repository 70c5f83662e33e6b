import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseFilters, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { answerTables } from '#lib/dashboard/exports/answer-tables';
import { competitorTables } from '#lib/dashboard/exports/competitor-tables';
import { experimentTables } from '#lib/dashboard/exports/experiment-tables';
import type { ExportedTable } from '#lib/dashboard/exports/exported-table';
import { fanOutTables } from '#lib/dashboard/exports/fan-out-tables';
import { overviewTables } from '#lib/dashboard/exports/overview-tables';
import { runTables } from '#lib/dashboard/exports/run-tables';
import { sourceTables } from '#lib/dashboard/exports/source-tables';
import { type ExportedFile, writeTable } from '#lib/dashboard/exports/write-file';
import { getProject } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';

/** All tables and charts that can be exported, by name. */
export const exportedTables: ReadonlyMap<string, ExportedTable> = new Map(
  [
    ...overviewTables,
    ...sourceTables,
    ...competitorTables,
    ...answerTables,
    ...experimentTables,
    ...fanOutTables,
    ...runTables,
  ].map((table) => [table.name, table]),
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
  const { projectId, table, format, parameters } = input;
  requirePermission(context.actor, 'projects.export');
  const project = await getProject(context, { projectId });
  const exported = exportedTables.get(table);
  if (!exported) throw notFound('Unknown export table.');
  const filters = parseFilters(project, parameters, context.clock);
  return writeTable(exported, { subject: project.name, format }, context, filters, parameters);
}
