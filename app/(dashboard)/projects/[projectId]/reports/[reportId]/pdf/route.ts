import { respondWithPdf } from '#app/(dashboard)/projects/[projectId]/reports/export-pdf.ts';
import { getContext } from '#app/session.ts';

interface Route {
  params: Promise<{ projectId: string; reportId: string }>;
}

/** Exports a report as PDF. */
export async function GET(request: Request, { params }: Route) {
  return respondWithPdf(await getContext(), await params, request);
}
