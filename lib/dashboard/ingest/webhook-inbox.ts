import { z } from 'zod';
import { type TaskRecord, taskRecordSchema } from '#lib/contract/tasks';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { sanitizeText } from '#lib/core/text';
import { getTraceParent } from '#lib/core/tracing';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { webhookInbox } from '#lib/db/schema/runs';
import { rowOf, statement } from '#lib/db/statement';
import { defineJob, definePeriodicJob, enqueue } from '#lib/queue/jobs';

export interface InboxKey {
  organizationId: string;
  taskId: string;
}

interface ReceivedRecord extends InboxKey {
  record: string;
  source: 'webhook' | 'poll' | 'backfill';
  now: Date;
}

const insertRecord = statement({
  name: 'add-to-inbox',
  parameters: {
    organizationId: 'uuid',
    taskId: 'uuid',
    record: 'text',
    source: 'text',
    receivedAt: 'timestamptz',
    traceParent: 'text?',
  },
  text: `
    INSERT INTO webhook_inbox (organization_id, task_id, record, source, received_at, trace_parent)
    VALUES (:organizationId, :taskId, :record::jsonb, :source, :receivedAt, :traceParent) ON CONFLICT DO NOTHING`,
});

/**
 * Stores a task record as received. Later records of the same task are ignored.
 * @param record JSON text that PostgreSQL accepts (see `sanitizeJson`)
 */
export async function addToInbox(
  db: Database,
  { organizationId, taskId, record, source, now }: ReceivedRecord,
): Promise<void> {
  const traceParent = getTraceParent();
  await insertRecord(db, { organizationId, taskId, record, source, receivedAt: now, traceParent });
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

const selectWaiting = statement({
  name: 'list-waiting-organizations',
  parameters: { limit: 'int4' },
  row: { organizationId: 'uuid' },
  text: `
    SELECT organization_id AS "organizationId" FROM (
      SELECT organization_id, received_at FROM webhook_inbox
      WHERE ingested_at IS NULL ORDER BY received_at LIMIT :limit
    ) oldest GROUP BY organization_id ORDER BY min(received_at)`,
});

/** Lists the organizations of the oldest records that are not ingested, those that have waited longest first. */
export async function listWaitingOrganizations(db: Database): Promise<string[]> {
  const rows = await selectWaiting(db, { limit: maxOldestRecords });
  return rows.map(({ organizationId }) => organizationId);
}

const claimRecords = statement({
  name: 'claim-from-inbox',
  parameters: { organizationId: 'uuid', limit: 'int4' },
  row: rowOf<InboxRow>({
    organizationId: 'uuid',
    taskId: 'uuid',
    record: 'jsonb',
    receivedAt: 'timestamptz',
    traceParent: 'text?',
  }),
  text: `
    SELECT organization_id AS "organizationId", task_id AS "taskId", record, received_at AS "receivedAt",
      trace_parent AS "traceParent"
    FROM webhook_inbox
    WHERE organization_id = :organizationId AND ingested_at IS NULL
    ORDER BY received_at LIMIT :limit FOR UPDATE SKIP LOCKED`,
});

/** Claims the oldest records of an organization that are not ingested, skipping those locked by other transactions. */
export async function claimInboxRecords(
  tx: Database,
  organizationId: string,
  limit: number,
): Promise<ClaimedRecord[]> {
  return (await claimRecords(tx, { organizationId, limit })).map(toClaimedRecord);
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

const settleRecords = statement({
  name: 'settle-in-inbox',
  parameters: { settled: [{ organizationId: 'uuid', taskId: 'uuid', error: 'text?' }], now: 'timestamptz' },
  text: `
    UPDATE webhook_inbox SET ingested_at = :now, error = settled.error,
      record = CASE WHEN settled.error IS NULL THEN record - 'response' ELSE record END
    FROM :settled
    WHERE webhook_inbox.organization_id = settled.organization_id
      AND webhook_inbox.task_id = settled.task_id`,
});

/**
 * Marks records as ingested, also those with an error, so that they are not claimed again. Removes the response from the
 * others, because it is stored with the answer.
 */
export async function completeInboxRecords(
  tx: Database,
  settled: readonly SettledRecord[],
  now: Date,
): Promise<void> {
  await settleRecords(tx, { settled, now });
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
