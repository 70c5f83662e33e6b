import { systemClock } from '#lib/core/time';
import { receiveWebhook, type WebhookResponse } from '#lib/dashboard/ingest/receive-webhook';
import type { Database } from '#lib/db/database';
import type { ReceivedRequest } from '#tests/support/webhook-endpoint';

/** Passes a delivery to the dashboard's inbox, as its route does. */
export function passToInbox(
  db: Database,
  { path, headers, body }: ReceivedRequest,
): Promise<WebhookResponse> {
  const values = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const stream = async function* () {
    yield Buffer.from(body);
  };
  return receiveWebhook(
    { db, clock: systemClock },
    { token: path.split('/').at(-1) ?? '', headers: new Headers(values), body: stream() },
  );
}
