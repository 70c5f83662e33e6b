import { getContext } from '../../../../../../session';
import { respondWithPdf } from '../../export-pdf';

interface Route {
  params: Promise<{ projectId: string; reportId: string }>;
}

/** Exports a report as PDF. */
export async function GET(request: Request, { params }: Route) {
  return respondWithPdf(await getContext(), await params, request);
}
