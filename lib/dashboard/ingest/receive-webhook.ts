import { limits } from '#lib/contract/plans';
import { webhookHeaders, webhookPayloadSchema } from '#lib/contract/tasks';
import type { Clock } from '#lib/core/clock';
import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import { exceedsJsonDepth } from '#lib/core/input-limits';
import { findWebhookEndpoint } from '#lib/dashboard/api-credentials/webhook-endpoint';
import { enqueueIngest } from '#lib/dashboard/ingest/jobs';
import { addToInbox, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import type { Database } from '#lib/db/client';

/** The largest delivery that is read, in bytes. */
export const maxDeliveryBytes = 10 * 1024 * 1024;

/** Levels of nesting; results have about ten, raw events of vendors some more. */
const maxRecordDepth = 500;

/** What the receiver answers; any 2xx acknowledges. */
export interface Receipt {
  status: 202 | 400 | 401 | 404;
  message: string;
}

const answers = {
  good: { status: 202, message: 'Received.' },
  unknown: { status: 404, message: 'There is no receiver at this address.' },
  unsigned: { status: 400, message: 'A signing header is missing or cannot be read.' },
  stale: { status: 400, message: 'The timestamp is more than five minutes away from the time here.' },
  forged: { status: 401, message: 'The signature does not match the body.' },
  unreadable: { status: 400, message: 'The body is not a task record as JSON.' },
} as const satisfies Record<string, Receipt>;

/**
 * Receives a webhook delivery: verifies its raw bytes where the connection has a signing secret, keeps it, has it
 * analysed and acknowledges. The token in the address is a secret too, so an unsigned delivery is taken where
 * signing is off. A second delivery of a task changes nothing.
 */
export async function receiveWebhook(
  { db, clock }: { db: Database; clock: Clock },
  { token, headers, body }: { token: string; headers: Headers; body: Uint8Array },
): Promise<Receipt> {
  const known = await findWebhookEndpoint(db, token);
  if (!known) return answers.unknown;
  if (known.signingSecret !== null) {
    const verdict = verifyDelivery(known.signingSecret, headers, body, clock.now());
    if (verdict !== 'good') return answers[verdict];
  }
  const json = readText(body);
  const record = json === undefined ? undefined : readRecord(json);
  if (json === undefined || !record) return answers.unreadable;
  await addToInbox(db, {
    organizationId: known.organizationId,
    taskId: record.task.id,
    record: sanitizeJson(json),
    source: 'webhook',
    now: clock.now(),
  });
  await enqueueIngest(db);
  return answers.good;
}

function readText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function readRecord(json: string) {
  if (exceedsJsonDepth(json, maxRecordDepth)) return undefined;
  try {
    return webhookPayloadSchema.safeParse(JSON.parse(json)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a delivery is what the service signed. */
export type Verdict = 'good' | 'unsigned' | 'stale' | 'forged';

/**
 * Verifies a delivery by its raw bytes (interface.md, "Events"): `unsigned` where a header is missing or unreadable,
 * `stale` where the timestamp is more than 5 minutes away, `forged` where the signature is another's.
 */
export function verifyDelivery(secret: string, headers: Headers, body: Uint8Array, now: Date): Verdict {
  const timestamp = headers.get(webhookHeaders.timestamp);
  const signature = headers.get(webhookHeaders.signature);
  if (timestamp === null || signature === null || !headers.get(webhookHeaders.id)) return 'unsigned';
  if (!/^\d{1,12}$/.test(timestamp)) return 'unsigned';
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (ageSeconds > limits.webhookToleranceSeconds) return 'stale';
  const expected = `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`;
  return isSameSecret(signature, expected) ? 'good' : 'forged';
}
