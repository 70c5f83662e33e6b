import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { disclosureTables } from '#lib/dashboard/exports/disclosure-tables';
import { exportReportTable } from '#lib/dashboard/reports/export-report';
import { exportDisclosureTable } from '#lib/dashboard/reports/report-disclosure';
import type { Context } from '#lib/db/context';
import { listMethods } from '#lib/format/report-definitions';

/** Responds with a table of a report or of its disclosure, with the format and the filters in the URL. */
export function respondWithTable(
  context: Context,
  input: { projectId: string; reportId: string; table: string },
  request: Request,
): Promise<Response> {
  const { searchParams: searchParameters } = new URL(request.url);
  const format = searchParameters.get('format') ?? 'csv';
  return respondWithFile(() =>
    disclosureTables.has(input.table)
      ? exportDisclosureTable(context, { ...input, format, query: searchParameters.toString() }, listMethods)
      : exportReportTable(context, { ...input, format, searchParameters }),
  );
}
