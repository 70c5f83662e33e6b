import { type TaskRecord, taskRecordSchema } from '#lib/contract/tasks';
import { sanitizeText } from '#lib/core/text';
import type { Database } from '#lib/db/client';

/**
 * Keeps a task record as it was received; the first one of a task stays.
 * @param record JSON text that PostgreSQL takes (see `storableJson`)
 */
export async function addToInbox(
  db: Database,
  {
    organizationId,
    taskId,
    record,
    source,
    now,
  }: {
    organizationId: string;
    taskId: string;
    record: string;
    source: 'webhook' | 'poll' | 'backfill';
    now: Date;
  },
): Promise<void> {
  await db.$client.query({
    name: 'store-received-answer',
    text: `INSERT INTO webhook_inbox (organization_id, task_id, record, source, received_at)
           VALUES ($1, $2, $3::jsonb, $4, $5) ON CONFLICT DO NOTHING`,
    values: [organizationId, taskId, record, source, now],
  });
}

/** A received task record that this transaction alone works on. */
export interface ClaimedRecord {
  organizationId: string;
  taskId: string;
  /** Undefined when it is no task record. */
  record: TaskRecord | undefined;
}

/** Claims the oldest received records that are not analysed; another transaction's are passed over. */
export async function claimFromInbox(client: Database, limit: number): Promise<ClaimedRecord[]> {
  const { rows } = await client.$client.query<{ organizationId: string; taskId: string; record: unknown }>({
    name: 'claim-received-answers',
    text: `SELECT organization_id AS "organizationId", task_id AS "taskId", record FROM webhook_inbox
           WHERE ingested_at IS NULL ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit],
  });
  return rows.map((row) => ({ ...row, record: taskRecordSchema.safeParse(row.record).data }));
}

/** Claims one record, if it is neither analysed nor another's. */
export async function claimOneFromInbox(
  client: Database,
  { organizationId, taskId }: { organizationId: string; taskId: string },
): Promise<ClaimedRecord | undefined> {
  const { rows } = await client.$client.query<{ record: unknown }>({
    name: 'claim-received-answer',
    text: `SELECT record FROM webhook_inbox
           WHERE organization_id = $1 AND task_id = $2 AND ingested_at IS NULL FOR UPDATE SKIP LOCKED`,
    values: [organizationId, taskId],
  });
  const row = rows[0];
  return row && { organizationId, taskId, record: taskRecordSchema.safeParse(row.record).data };
}

/** What became of a claimed record. */
export interface SettledRecord {
  organizationId: string;
  taskId: string;
  /** Why it could not be read, as a sentence; its record is then kept whole. */
  error: string | null;
}

/** Marks records analysed. The answer keeps the result, so of the record only the task stays. */
export async function settleInInbox(
  client: Database,
  settled: readonly SettledRecord[],
  now: Date,
): Promise<void> {
  await client.$client.query({
    name: 'settle-received-answers',
    text: `
      UPDATE webhook_inbox SET ingested_at = $4, error = given.error,
        record = CASE WHEN given.error IS NULL THEN record - 'response' ELSE record END
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (organization_id, task_id, error)
      WHERE webhook_inbox.organization_id = given.organization_id
        AND webhook_inbox.task_id = given.task_id`,
    values: [
      settled.map((one) => one.organizationId),
      settled.map((one) => one.taskId),
      settled.map((one) => one.error),
      now,
    ],
  });
}

// A number follows a sign of JSON or white space: "4e999" within an id is none.
const unstorable = /\\u(?:0000|[dD][89a-fA-F])|(?:^|[\s:,[])-?[\d.]+[eE]\+?\d{3}/u;

/**
 * JSON text as PostgreSQL's jsonb takes it: NUL and lone surrogates, which it refuses, become the replacement
 * character, and numbers past all bounds null. Text without such things is handed back as it is.
 */
export function sanitizeJson(json: string): string {
  if (!unstorable.test(json)) return json;
  return JSON.stringify(JSON.parse(json), (_, value: unknown) => {
    if (typeof value === 'string') return sanitizeText(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [sanitizeText(key), held]));
  });
}
