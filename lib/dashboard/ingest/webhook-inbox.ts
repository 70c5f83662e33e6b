import { z } from 'zod';
import { limits } from '#lib/contract/plans';
import { type TaskRecord, taskRecordSchema, webhookHeaders, webhookPayloadSchema } from '#lib/contract/tasks';
import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { sanitizeText } from '#lib/core/text';
import type { Clock } from '#lib/core/time';
import { getTraceParent, traceHeader, traceWork } from '#lib/core/tracing';
import { exceedsJsonDepth, readLimitedBody } from '#lib/core/validation';
import { findWebhookEndpoint } from '#lib/dashboard/api-credentials/api-credentials';
import { type Database, hasValues } from '#lib/db/client';
import { webhookInbox } from '#lib/db/schema/runs';
import { defineJob, definePeriodicJob, enqueue } from '#lib/queue/jobs';

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

export interface InboxKey {
  organizationId: string;
  taskId: string;
}

interface ReceivedRecord extends InboxKey {
  record: string;
  source: 'webhook' | 'poll' | 'backfill';
  now: Date;
}

/**
 * Stores a task record as received. Later records of the same task are ignored.
 * @param record JSON text that PostgreSQL accepts (see `sanitizeJson`)
 */
export async function addToInbox(
  db: Database,
  { organizationId, taskId, record, source, now }: ReceivedRecord,
): Promise<void> {
  await db.$client.query({
    name: 'add-to-inbox',
    text: `INSERT INTO webhook_inbox (organization_id, task_id, record, source, received_at, trace_parent)
           VALUES ($1, $2, $3::jsonb, $4, $5, $6) ON CONFLICT DO NOTHING`,
    values: [organizationId, taskId, record, source, now, getTraceParent() ?? null],
  });
}

/** A task record that the caller's transaction has locked. */
export interface ClaimedRecord extends InboxKey {
  receivedAt: Date;
  traceParent: string | null;
  /** Undefined if it is not a valid task record. */
  record: TaskRecord | undefined;
}

type InboxRow = Omit<ClaimedRecord, 'record'> & { record: unknown };

function toClaimedRecord({ record, ...row }: InboxRow): ClaimedRecord {
  return { ...row, record: taskRecordSchema.safeParse(record).data };
}

/** Number of records that are searched for organizations. */
const maxOldestRecords = 1_000;

/** Lists the organizations of the oldest records that are not ingested, those that have waited longest first. */
export async function listWaitingOrganizations(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ organizationId: string }>({
    name: 'list-waiting-organizations',
    text: `SELECT organization_id AS "organizationId" FROM (
             SELECT organization_id, received_at FROM webhook_inbox
             WHERE ingested_at IS NULL ORDER BY received_at LIMIT $1
           ) oldest GROUP BY organization_id ORDER BY min(received_at)`,
    values: [maxOldestRecords],
  });
  return rows.map(({ organizationId }) => organizationId);
}

/** Claims the oldest records of an organization that are not ingested, skipping those locked by other transactions. */
export async function claimInboxRecords(
  tx: Database,
  organizationId: string,
  limit: number,
): Promise<ClaimedRecord[]> {
  const { rows } = await tx.$client.query<InboxRow>({
    name: 'claim-from-inbox',
    text: `SELECT organization_id AS "organizationId", task_id AS "taskId", record,
             received_at AS "receivedAt", trace_parent AS "traceParent"
           FROM webhook_inbox
           WHERE organization_id = $1 AND ingested_at IS NULL ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [organizationId, limit],
  });
  return rows.map(toClaimedRecord);
}

/** Claims a record, unless it is ingested or locked by another transaction. */
export async function claimInboxRecord(
  tx: Database,
  { organizationId, taskId }: InboxKey,
): Promise<ClaimedRecord | undefined> {
  const [row] = await tx
    .select({
      organizationId: webhookInbox.organizationId,
      taskId: webhookInbox.taskId,
      record: webhookInbox.record,
      receivedAt: webhookInbox.receivedAt,
      traceParent: webhookInbox.traceParent,
    })
    .from(webhookInbox)
    .where(hasValues(webhookInbox, { organizationId, taskId, ingestedAt: null }))
    .for('update', { skipLocked: true });
  return row && toClaimedRecord(row);
}

/** The outcome of a claimed record. */
export interface SettledRecord extends InboxKey {
  /** The reason why no answer could be stored, as a sentence; the whole record is then kept. Null without an error. */
  error: string | null;
}

/**
 * Marks records as ingested, also those with an error, so that they are not claimed again. Removes the response from the
 * others, because it is stored with the answer.
 */
export async function completeInboxRecords(
  tx: Database,
  settled: readonly SettledRecord[],
  now: Date,
): Promise<void> {
  await tx.$client.query({
    name: 'settle-in-inbox',
    text: `
      UPDATE webhook_inbox SET ingested_at = $4, error = given.error,
        record = CASE WHEN given.error IS NULL THEN record - 'response' ELSE record END
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (organization_id, task_id, error)
      WHERE webhook_inbox.organization_id = given.organization_id
        AND webhook_inbox.task_id = given.task_id`,
    values: [
      settled.map((record) => record.organizationId),
      settled.map((record) => record.taskId),
      settled.map((record) => record.error),
      now,
    ],
  });
}

// A number follows JSON punctuation or white space: "4e999" within an ID is not a number.
const unstorable = /\\u(?:0000|[dD][89a-fA-F])|(?:^|[\s:,[])-?[\d.]+[eE]\+?\d{3}/u;

/**
 * Makes JSON text acceptable to PostgreSQL's jsonb: NUL and lone surrogates become the replacement character, and
 * out-of-range numbers become null.
 */
export function sanitizeJson(json: string): string {
  if (!unstorable.test(json)) return json;
  return JSON.stringify(JSON.parse(json), (_, value: unknown) => {
    if (typeof value === 'string') return sanitizeText(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [sanitizeText(key), child]));
  });
}

/** Ingests everything in the webhook inbox; runs every minute and after each delivery. */
export const ingestAnswersJob = defineJob({
  name: 'ingest-answers',
  schema: z.object({}),
  policy: 'short',
  retries: 2,
  expireSeconds: 10 * 60,
});

/** Polls tasks whose webhook never arrived and resumes sending run items; runs every minute. */
export const reconcileRunsJob = definePeriodicJob('reconcile-runs', { expireSeconds: 5 * 60 });

/**
 * Enqueues the ingest job. Thousands of deliveries enqueue few jobs, because only one is queued at a time. A failure
 * only delays ingestion until the next scheduled job.
 */
export async function enqueueIngest(db: Database): Promise<void> {
  try {
    await enqueue(db, ingestAnswersJob, {});
  } catch (error) {
    log.warn(
      { error: describeError(error) },
      'failed to enqueue the ingest job; the next scheduled job will ingest the records',
    );
  }
}
