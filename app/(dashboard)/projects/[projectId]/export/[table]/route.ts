import { exportTable } from '#lib/dashboard/exports/export-table';
import { getContext } from '../../../../../session';
import { respondWithFile } from '../../../../export-response';

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
