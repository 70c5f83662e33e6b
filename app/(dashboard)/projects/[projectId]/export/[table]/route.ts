import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { getContext } from '#app/session.ts';
import { exportTable } from '#lib/dashboard/exports/export-table';

/** Exports a table or chart with the filters in the URL. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ projectId: string; table: string }> },
) {
  const parameters = new URL(request.url).searchParams;
  const context = await getContext();
  return respondWithFile(async () =>
    exportTable(context, { ...(await params), format: parameters.get('format') ?? 'csv', parameters }),
  );
}
