import { respondWithPdf } from '#app/(dashboard)/projects/[projectId]/reports/export-pdf.ts';
import { openLink } from '../open-link';

/** Exports a shared report as PDF, if its link allows downloads. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const share = await openLink((await params).token);
  if (share?.state !== 'open' || !share.allowsDownloads) {
    return new Response('Not found.\n', { status: 404 });
  }
  const { context, projectId, reportId } = share;
  return respondWithPdf(context, { projectId, reportId }, request);
}
