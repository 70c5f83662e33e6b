import { limits } from '#lib/contract/plans';
import { webhookHeaders, webhookPayloadSchema } from '#lib/contract/tasks';
import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import { exceedsJsonDepth } from '#lib/core/json-limits';
import type { Clock } from '#lib/core/time';
import { traceHeader, traceWork } from '#lib/core/tracing';
import { readLimitedBody } from '#lib/core/validation';
import { findWebhookEndpoint } from '#lib/dashboard/api-credentials/api-credentials';
import { addToInbox, enqueueIngest, sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import type { Database } from '#lib/db/database';

const maxDeliveryBytes = 10 * 1024 * 1024;

/** Results have about ten levels of nesting; raw provider events can have more. */
const maxRecordDepth = 500;

/** The responses to a delivery; 2xx acknowledges it. */
const responses = {
  received: { status: 202, message: 'Received.' },
  test: { status: 200, message: 'Test event received.' },
  tooLarge: { status: 413, message: 'Payload too large. The limit is 10 MB.' },
  unknown: { status: 404, message: 'Unknown webhook URL.' },
  unsigned: { status: 400, message: 'A signature header is missing, or the timestamp is malformed.' },
  stale: { status: 400, message: 'The timestamp differs from the current time by more than five minutes.' },
  forged: { status: 401, message: 'The signature does not match the body.' },
  unreadable: { status: 400, message: 'The body is not a JSON task record.' },
} as const;
export type WebhookResponse = (typeof responses)[keyof typeof responses];

/**
 * Receives a webhook delivery: verifies its raw bytes if signing is on, adds it to the inbox and enqueues ingestion. The
 * token in the URL is a secret, so unsigned deliveries are accepted while signing is off. Repeated deliveries of a task
 * change nothing. The body is read only if the token is known.
 */
export async function receiveWebhook(
  { db, clock }: { db: Database; clock: Clock },
  {
    token,
    headers,
    body: stream,
  }: { token: string; headers: Headers; body: AsyncIterable<Uint8Array> | null },
): Promise<WebhookResponse> {
  const endpoint = await findWebhookEndpoint(db, token);
  if (!endpoint) return responses.unknown;
  const body = await readLimitedBody(stream, maxDeliveryBytes);
  if (!body) return responses.tooLarge;
  if (endpoint.signingSecret !== null) {
    const error = verifySignature(endpoint.signingSecret, headers, body, clock.now());
    if (error) return responses[error];
  }
  const json = readText(body);
  const record = json === undefined ? undefined : readRecord(json);
  if (json === undefined || !record) return responses.unreadable;
  if (record.test) return responses.test;
  const { organizationId } = endpoint;
  const taskId = record.task.id;
  const span = { kind: 'server', parent: headers.get(traceHeader) } as const;
  await traceWork('receive webhook', { ...span, attributes: { 'answerscope.task.id': taskId } }, () =>
    addToInbox(db, {
      organizationId,
      taskId,
      record: sanitizeJson(json),
      source: 'webhook',
      now: clock.now(),
    }),
  );
  await enqueueIngest(db);
  return responses.received;
}

/** Returns the text of a body; undefined if it is not UTF-8. */
function readText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
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

/**
 * Verifies the signature of a delivery over its raw bytes.
 * @returns undefined if it is valid; `unsigned` if a header is missing or the timestamp is malformed; `stale` if the timestamp is more
 *   than 5 minutes off; `forged` if the signature does not match
 */
function verifySignature(
  secret: string,
  headers: Headers,
  body: Uint8Array,
  now: Date,
): 'unsigned' | 'stale' | 'forged' | undefined {
  const timestamp = headers.get(webhookHeaders.timestamp);
  const signature = headers.get(webhookHeaders.signature);
  if (timestamp === null || signature === null || !headers.get(webhookHeaders.id)) return 'unsigned';
  if (!/^\d{1,12}$/.test(timestamp)) return 'unsigned';
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (ageSeconds > limits.webhookToleranceSeconds) return 'stale';
  const expected = `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`;
  return isSameSecret(signature, expected) ? undefined : 'forged';
}
