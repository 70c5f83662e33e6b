import { receiveWebhook } from '#lib/dashboard/ingest/receive-webhook';
import { getDependencies } from '#lib/dashboard/session/session';

export const dynamic = 'force-dynamic';

/** Receives the answers that the service sends to the dashboard by webhook: `/webhooks/answers/<token>`. */
export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { headers, body } = request;
  const { status, message } = await receiveWebhook(getDependencies(), { token, headers, body });
  return Response.json({ message }, { status });
}
