import { respondWithTable } from '#app/(dashboard)/projects/[projectId]/reports/export-table.ts';
import { getContext } from '#app/session.ts';

/** Exports a table of a report. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ projectId: string; reportId: string; table: string }> },
) {
  return respondWithTable(await getContext(), await params, request);
}
