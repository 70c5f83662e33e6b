import type { PendingItem, SendingRun } from '#lib/dashboard/runs/build-task';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';

/** A run that has cells to send, or undefined when it has ended or is gone. */
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

/** Up to `limit` pending cells of a run. */
export async function readPendingItems(
  { db, organizationId }: Context,
  runId: string,
  limit: number,
): Promise<PendingItem[]> {
  const { rows } = await db.$client.query<PendingItem>({
    name: 'read-pending-cells',
    text: `
      SELECT run_items.id, run_items.engine, run_items.country, prompts.text
      FROM run_items JOIN prompts ON prompts.organization_id = run_items.organization_id AND prompts.id = run_items.prompt_id
      WHERE run_items.organization_id = $1 AND run_items.run_id = $2 AND run_items.status = 'pending'
      ORDER BY run_items.sample, run_items.id LIMIT $3`,
    values: [organizationId, runId, limit],
  });
  return rows;
}

/**
 * Records a batch. A cell whose answer has come back meanwhile stays ended; locked in the order ingestion locks them
 * in, so that the two never wait for each other in a circle.
 */
export async function recordSent(
  { db, organizationId, clock }: Context,
  runId: string,
  sent: readonly { id: string; taskId: string }[],
  failed: readonly { id: string; errorCode: string }[],
): Promise<void> {
  await db.$client.query({
    name: 'record-sent-cells',
    text: `
      WITH locked AS (
        SELECT id FROM run_items WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[])
        ORDER BY id FOR UPDATE
      )
      UPDATE run_items SET updated_at = $6, task_id = given.task_id, error_code = given.error_code,
        status = CASE WHEN given.task_id IS NULL THEN 'failed' ELSE 'sent' END
      FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS given (id, task_id, error_code)
      JOIN locked USING (id)
      WHERE run_items.organization_id = $1 AND run_items.run_id = $2 AND run_items.id = given.id AND run_items.status = 'pending'`,
    values: [
      organizationId,
      runId,
      [...sent, ...failed].map((cell) => cell.id),
      [...sent.map((cell) => cell.taskId), ...failed.map(() => null)],
      [...sent.map(() => null), ...failed.map((cell) => cell.errorCode)],
      clock.now(),
    ],
  });
}

/** Gives up what is pending, and says on the run why. */
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
     ), given_up AS (
       UPDATE run_items SET status = 'failed', error_code = $3, updated_at = $5 FROM locked
       WHERE organization_id = $1 AND run_id = $2 AND run_items.id = locked.id AND status = 'pending'
     )
     UPDATE runs SET problem = $4 WHERE organization_id = $1 AND id = $2`,
    [organizationId, runId, errorCode, problem, clock.now()],
  );
}

/** How a cell ended (metrics.md, "Observation"). */
export interface EndedItem {
  organizationId: string;
  runId: string;
  id: string;
  taskId: string | null;
  status: 'answered' | 'no_answer' | 'unreadable' | 'failed';
  /** Of a failure. */
  errorCode: string | null;
}

/** Ends cells that are still open. */
export async function endItems(db: Database, ends: readonly EndedItem[], now: Date): Promise<void> {
  if (ends.length === 0) return;
  await db.$client.query({
    name: 'end-cells',
    text: `
      UPDATE run_items SET status = given.status, task_id = coalesce(given.task_id, run_items.task_id),
        error_code = given.error_code, updated_at = $7
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
        AS given (organization_id, run_id, id, task_id, status, error_code)
      WHERE run_items.organization_id = given.organization_id AND run_items.run_id = given.run_id
        AND run_items.id = given.id AND run_items.status IN ('pending', 'sent')`,
    values: [
      ends.map((end) => end.organizationId),
      ends.map((end) => end.runId),
      ends.map((end) => end.id),
      ends.map((end) => end.taskId),
      ends.map((end) => end.status),
      ends.map((end) => end.errorCode),
      now,
    ],
  });
}

/** A run that has just ended. */
export interface CompletedRun {
  organizationId: string;
  runId: string;
  kind: string;
}

/**
 * Ends those of the runs that have no open cell left. To be called after the transaction that ended the cells: of
 * two that end the last ones at once, the later then sees both. @returns the runs that ended by this call
 */
export async function completeRuns(
  db: Database,
  runs: readonly { organizationId: string; runId: string }[],
  now: Date,
): Promise<CompletedRun[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.$client.query<CompletedRun>({
    name: 'end-runs',
    text: `
      UPDATE runs SET status = 'completed', completed_at = $3
      FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, id)
      WHERE runs.organization_id = given.organization_id AND runs.id = given.id AND runs.status <> 'completed'
        AND NOT EXISTS (
          SELECT 1 FROM run_items WHERE run_items.organization_id = runs.organization_id AND run_items.run_id = runs.id
            AND run_items.status IN ('pending', 'sent')
        )
      RETURNING runs.organization_id AS "organizationId", runs.id AS "runId", runs.kind`,
    values: [runs.map((run) => run.organizationId), runs.map((run) => run.runId), now],
  });
  return rows;
}
