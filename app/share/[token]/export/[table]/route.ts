import { respondWithTable } from '#app/(dashboard)/projects/[projectId]/reports/export-table.ts';
import { openLink } from '#app/share/[token]/open-link.ts';

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
  const { context, projectId, reportId } = share;
  return respondWithTable(context, { projectId, reportId, table }, request);
}
