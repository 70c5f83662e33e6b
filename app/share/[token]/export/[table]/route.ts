import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { openLink } from '#app/share/[token]/open-link.ts';
import { exportReportTable } from '#lib/dashboard/reports/export-report';

/** Exports a table of a shared report, if the link allows downloads. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string; table: string }> },
) {
  const { token, table } = await params;
  const share = await openLink(token);
  if (share?.state !== 'open' || !share.allowsDownloads) {
    return new Response('Not found.\n', { status: 404, headers: { 'Cache-Control': 'no-store' } });
  }
  const searchParameters = new URL(request.url).searchParams;
  const { context, projectId, reportId } = share;
  return respondWithFile(() =>
    exportReportTable(context, {
      projectId,
      reportId,
      table,
      searchParameters,
      format: searchParameters.get('format') ?? 'csv',
    }),
  );
}
