import { currentContext } from '../../../../session';
import { progressOf } from './progress-of';

/** What goes on in the project, for the page that watches it. */
export async function GET(_request: Request, { params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return Response.json(await progressOf(await currentContext(), projectId), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
