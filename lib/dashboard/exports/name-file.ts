import { formatFileName } from '#lib/core/file-name';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { ExportedTable } from '#lib/dashboard/exports/define-table';
import { labelFilters } from '#lib/dashboard/exports/label-filters';
import type { Project } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/client';

interface NamedTable {
  /** The name of the project or the report. */
  subject: string;
  table: string;
  exported: ExportedTable;
  filters: MetricFilters;
  parameters: SearchParameters;
  extension: string;
  /** The project, if it is already loaded. */
  project?: Project;
}

/**
 * Names the file of a table after its subject, period and filters, but not after the period it is compared with:
 * "kayaks domain-pages 2026-10-26 to 2026-11-22 trail.example chat DE.csv".
 */
export async function nameTableFile(
  context: Context,
  { subject, table, exported, filters, parameters, extension, project }: NamedTable,
): Promise<string> {
  const labels = await exported.label(context, filters, parameters);
  if (exported.ignoresFilters) return formatFileName({ subject, table, period: null, labels, extension });
  const filterLabels = await labelFilters(context, filters, project);
  return formatFileName({
    subject,
    table,
    period: filters,
    labels: [...labels, ...filterLabels],
    extension,
  });
}
