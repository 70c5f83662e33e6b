import { readLimitedBody } from '#lib/core/validation';
import { maxDeliveryBytes, receiveWebhook } from '#lib/dashboard/ingest/webhook-inbox';
import { getDependencies } from '#lib/dashboard/session/session';

export const dynamic = 'force-dynamic';

/** Receives the answers that the service sends to the dashboard by webhook: `/webhooks/answers/<token>`. */
export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const body = await readLimitedBody(request.body, maxDeliveryBytes);
  if (!body) return Response.json({ message: 'Payload too large. The limit is 10 MB.' }, { status: 413 });
  const { token } = await params;
  const { status, message } = await receiveWebhook(getDependencies(), {
    token,
    headers: request.headers,
    body,
  });
  return Response.json({ message }, { status });
}
