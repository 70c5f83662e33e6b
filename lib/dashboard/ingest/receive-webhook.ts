import { limits } from '#lib/contract/plans';
import { webhookHeaders, webhookPayloadSchema } from '#lib/contract/tasks';
import type { Clock } from '#lib/core/clock';
import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import { exceedsJsonDepth } from '#lib/core/input-limits';
import { findWebhookEndpoint } from '#lib/dashboard/api-credentials/webhook-endpoint';
import { enqueueIngest } from '#lib/dashboard/ingest/jobs';
import { addToInbox, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import type { Database } from '#lib/db/client';

/** The maximum size of a delivery. */
export const maxDeliveryBytes = 10 * 1024 * 1024;

/** Results have about ten levels of nesting, raw provider events some more. */
const maxRecordDepth = 500;

/** The response to a delivery; 2xx acknowledges it. */
export interface Receipt {
  status: 202 | 400 | 401 | 404;
  message: string;
}

const responses = {
  good: { status: 202, message: 'Received.' },
  unknown: { status: 404, message: 'Unknown webhook URL.' },
  unsigned: { status: 400, message: 'A signature header is missing or malformed.' },
  stale: { status: 400, message: 'The timestamp differs from the current time by more than five minutes.' },
  forged: { status: 401, message: 'The signature does not match the body.' },
  unreadable: { status: 400, message: 'The body is not a JSON task record.' },
} as const satisfies Record<string, Receipt>;

/**
 * Receives a webhook delivery: verifies its raw bytes if signing is on, adds it to the inbox and enqueues ingestion. The
 * token in the URL is a secret, so unsigned deliveries are accepted while signing is off. Repeated deliveries of a task
 * change nothing.
 */
export async function receiveWebhook(
  { db, clock }: { db: Database; clock: Clock },
  { token, headers, body }: { token: string; headers: Headers; body: Uint8Array },
): Promise<Receipt> {
  const endpoint = await findWebhookEndpoint(db, token);
  if (!endpoint) return responses.unknown;
  if (endpoint.signingSecret !== null) {
    const verdict = verifySignature(endpoint.signingSecret, headers, body, clock.now());
    if (verdict !== 'good') return responses[verdict];
  }
  const json = readText(body);
  const record = json === undefined ? undefined : readRecord(json);
  if (json === undefined || !record) return responses.unreadable;
  await addToInbox(db, {
    organizationId: endpoint.organizationId,
    taskId: record.task.id,
    record: sanitizeJson(json),
    source: 'webhook',
    now: clock.now(),
  });
  await enqueueIngest(db);
  return responses.good;
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

/** The result of verifying a signature. */
export type Verdict = 'good' | 'unsigned' | 'stale' | 'forged';

/**
 * Verifies the signature of a delivery over its raw bytes: `unsigned` if a header is missing or malformed, `stale` if
 * the timestamp is more than 5 minutes off, `forged` if the signature does not match.
 */
export function verifySignature(secret: string, headers: Headers, body: Uint8Array, now: Date): Verdict {
  const timestamp = headers.get(webhookHeaders.timestamp);
  const signature = headers.get(webhookHeaders.signature);
  if (timestamp === null || signature === null || !headers.get(webhookHeaders.id)) return 'unsigned';
  if (!/^\d{1,12}$/.test(timestamp)) return 'unsigned';
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (ageSeconds > limits.webhookToleranceSeconds) return 'stale';
  const expected = `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`;
  return isSameSecret(signature, expected) ? 'good' : 'forged';
}
