import { getContext } from '../../../../session';
import { getProgress } from './get-progress';

/** What goes on in the project, for the page that watches it. */
export async function GET(request: Request, { params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const quiet = new URL(request.url).searchParams.has('quiet');
  return Response.json(await getProgress(await getContext(), projectId, { quiet }), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
