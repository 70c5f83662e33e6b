import { getContext } from '#app/session.ts';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { getProgress } from './get-progress';

/** Returns the progress of the project's background work, for pages that poll it. */
export async function GET(request: Request, { params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const idleMs = Number(new URL(request.url).searchParams.get('idleMs')) || 0;
  const options = { idleMs, readBalance: getCreditBalance };
  return Response.json(await getProgress(await getContext(), projectId, options), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
