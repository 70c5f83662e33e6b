import type { PendingItem, SendingRun } from '#lib/dashboard/runs/build-task';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';

/** Returns a run that still has items to send; undefined if it was sent or deleted. */
export async function readSendingRun(
  { db, organizationId }: Context,
  runId: string,
): Promise<Omit<SendingRun, 'id' | 'webhookUrl'> | undefined> {
  const { rows } = await db.$client.query<Omit<SendingRun, 'id' | 'webhookUrl'>>(
    `SELECT kind, add_ons AS "addOns" FROM runs
     WHERE organization_id = $1 AND id = $2 AND status = 'sending' AND kind <> 'history'`,
    [organizationId, runId],
  );
  return rows[0];
}

/** Returns up to `limit` pending items of a run. */
export async function readPendingItems(
  { db, organizationId }: Context,
  runId: string,
  limit: number,
): Promise<PendingItem[]> {
  const { rows } = await db.$client.query<PendingItem>({
    name: 'read-pending-items',
    text: `
      SELECT items.id, items.engine, items.country, prompts.text
      FROM run_items items
      JOIN prompts ON prompts.organization_id = items.organization_id AND prompts.id = items.prompt_id
      WHERE items.organization_id = $1 AND items.run_id = $2 AND items.status = 'pending'
      ORDER BY items.sample, items.id LIMIT $3`,
    values: [organizationId, runId, limit],
  });
  return rows;
}

/**
 * Records a sent batch. Items that were already answered stay as they are. Rows are locked in the same order as
 * ingestion locks them, which prevents deadlocks.
 */
export async function recordSent(
  { db, organizationId, clock }: Context,
  runId: string,
  sent: readonly { id: string; taskId: string }[],
  failed: readonly { id: string; errorCode: string }[],
): Promise<void> {
  await db.$client.query({
    name: 'record-sent-items',
    text: `
      WITH locked AS (
        SELECT id FROM run_items WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[])
        ORDER BY id FOR UPDATE
      )
      UPDATE run_items items SET updated_at = $6, task_id = given.task_id, error_code = given.error_code,
        status = CASE WHEN given.task_id IS NULL THEN 'failed' ELSE 'sent' END
      FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS given (id, task_id, error_code)
      JOIN locked USING (id)
      WHERE items.organization_id = $1 AND items.run_id = $2 AND items.id = given.id AND items.status = 'pending'`,
    values: [
      organizationId,
      runId,
      [...sent, ...failed].map((item) => item.id),
      [...sent.map((item) => item.taskId), ...failed.map(() => null)],
      [...sent.map(() => null), ...failed.map((item) => item.errorCode)],
      clock.now(),
    ],
  });
}

/** Fails all pending items of a run and stores the reason on the run. */
export async function failPending(
  { db, organizationId, clock }: Context,
  runId: string,
  errorCode: string,
  problem: string,
): Promise<void> {
  await db.$client.query(
    `WITH locked AS (
       SELECT id FROM run_items WHERE organization_id = $1 AND run_id = $2 AND status = 'pending'
       ORDER BY id FOR UPDATE
     ), failed AS (
       UPDATE run_items SET status = 'failed', error_code = $3, updated_at = $5 FROM locked
       WHERE organization_id = $1 AND run_id = $2 AND run_items.id = locked.id AND status = 'pending'
     )
     UPDATE runs SET problem = $4 WHERE organization_id = $1 AND id = $2`,
    [organizationId, runId, errorCode, problem, clock.now()],
  );
}

/** The outcome of a run item. */
export interface EndedItem {
  organizationId: string;
  runId: string;
  id: string;
  taskId: string | null;
  status: 'answered' | 'no_answer' | 'unreadable' | 'failed';
  /** Null unless it failed. */
  errorCode: string | null;
}

/** Stores the outcomes of items that are still open. */
export async function endItems(db: Database, ended: readonly EndedItem[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  await db.$client.query({
    name: 'end-run-items',
    text: `
      UPDATE run_items items SET status = given.status, task_id = coalesce(given.task_id, items.task_id),
        error_code = given.error_code, updated_at = $7
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
        AS given (organization_id, run_id, id, task_id, status, error_code)
      WHERE items.organization_id = given.organization_id AND items.run_id = given.run_id
        AND items.id = given.id AND items.status IN ('pending', 'sent')`,
    values: [
      ended.map((item) => item.organizationId),
      ended.map((item) => item.runId),
      ended.map((item) => item.id),
      ended.map((item) => item.taskId),
      ended.map((item) => item.status),
      ended.map((item) => item.errorCode),
      now,
    ],
  });
}

export interface CompletedRun {
  organizationId: string;
  runId: string;
  kind: string;
}

/**
 * Completes the runs that have no open items left. Call it after the transaction that ended the items, so that of two
 * concurrent transactions the later one sees the items of both.
 * @returns the runs that this call completed
 */
export async function completeRuns(
  db: Database,
  runs: readonly { organizationId: string; runId: string }[],
  now: Date,
): Promise<CompletedRun[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.$client.query<CompletedRun>({
    name: 'complete-runs',
    text: `
      UPDATE runs SET status = 'completed', completed_at = $3
      FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, id)
      WHERE runs.organization_id = given.organization_id AND runs.id = given.id AND runs.status <> 'completed'
        AND NOT EXISTS (
          SELECT FROM run_items items WHERE items.organization_id = runs.organization_id
            AND items.run_id = runs.id AND items.status IN ('pending', 'sent')
        )
      RETURNING runs.organization_id AS "organizationId", runs.id AS "runId", runs.kind`,
    values: [runs.map((run) => run.organizationId), runs.map((run) => run.runId), now],
  });
  return rows;
}
