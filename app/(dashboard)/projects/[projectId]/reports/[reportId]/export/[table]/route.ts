import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { getContext } from '#app/session.ts';
import { exportReportTable } from '#lib/dashboard/reports/export-report';

/** Exports a table of a report. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ projectId: string; reportId: string; table: string }> },
) {
  const searchParameters = new URL(request.url).searchParams;
  const context = await getContext();
  return respondWithFile(async () =>
    exportReportTable(context, {
      ...(await params),
      format: searchParameters.get('format') ?? 'csv',
      searchParameters,
    }),
  );
}
