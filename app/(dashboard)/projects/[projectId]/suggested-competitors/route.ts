import { getContext } from '#app/session.ts';
import { suggestCompetitors } from '#lib/dashboard/brands/suggest-competitors';
import { loadOrNotFound } from '../load-page';

/** Returns the names that answers mention and the project does not track, for the overview, which loads them later. */
export async function GET(_request: Request, { params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const suggestions = await loadOrNotFound(suggestCompetitors(await getContext(), { projectId }));
  return Response.json(suggestions, { headers: { 'Cache-Control': 'no-store' } });
}
