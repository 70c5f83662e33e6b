import { type TaskRecord, taskRecordSchema } from '#lib/contract/tasks';
import type { Database } from '#lib/db/client';

/** A received task record that this transaction alone works on. */
export interface ClaimedRecord {
  organizationId: string;
  taskId: string;
  /** Undefined when it is no task record. */
  record: TaskRecord | undefined;
}

/** Claims the oldest received records that are not analysed; another transaction's are passed over. */
export async function claimReceived(client: Database, limit: number): Promise<ClaimedRecord[]> {
  const { rows } = await client.$client.query<{ organizationId: string; taskId: string; record: unknown }>({
    name: 'claim-received-answers',
    text: `SELECT organization_id AS "organizationId", task_id AS "taskId", record FROM received_answers
           WHERE ingested_at IS NULL ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit],
  });
  return rows.map((row) => ({ ...row, record: taskRecordSchema.safeParse(row.record).data }));
}

/** Claims one record, if it is neither analysed nor another's. */
export async function claimOne(
  client: Database,
  { organizationId, taskId }: { organizationId: string; taskId: string },
): Promise<ClaimedRecord | undefined> {
  const { rows } = await client.$client.query<{ record: unknown }>({
    name: 'claim-received-answer',
    text: `SELECT record FROM received_answers
           WHERE organization_id = $1 AND task_id = $2 AND ingested_at IS NULL FOR UPDATE SKIP LOCKED`,
    values: [organizationId, taskId],
  });
  const row = rows[0];
  return row && { organizationId, taskId, record: taskRecordSchema.safeParse(row.record).data };
}

/** What became of a claimed record. */
export interface Settled {
  organizationId: string;
  taskId: string;
  /** Why it could not be read, as a sentence; its record is then kept whole. */
  problem: string | null;
}

/** Marks records analysed. The answer keeps the result, so of the record only the task stays. */
export async function settleReceived(
  client: Database,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  await client.$client.query({
    name: 'settle-received-answers',
    text: `
      UPDATE received_answers SET ingested_at = $4, problem = given.problem,
        record = CASE WHEN given.problem IS NULL THEN record - 'response' ELSE record END
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (organization_id, task_id, problem)
      WHERE received_answers.organization_id = given.organization_id
        AND received_answers.task_id = given.task_id`,
    values: [
      settled.map((one) => one.organizationId),
      settled.map((one) => one.taskId),
      settled.map((one) => one.problem),
      now,
    ],
  });
}
