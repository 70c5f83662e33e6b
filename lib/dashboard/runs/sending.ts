import type { CellToSend, SendingRun } from '#lib/dashboard/runs/task-of-cell';
import type { Context } from '#lib/db/context';

/** A run that has cells to send, or undefined when it has ended or is gone. */
export async function readSendingRun(
  { db, organizationId }: Context,
  runId: string,
): Promise<Omit<SendingRun, 'id' | 'webhookUrl'> | undefined> {
  const { rows } = await db.$client.query<Omit<SendingRun, 'id' | 'webhookUrl'>>(
    `SELECT kind, asked_at AS "askedAt", add_ons AS "addOns" FROM runs
     WHERE organization_id = $1 AND id = $2 AND status = 'sending'`,
    [organizationId, runId],
  );
  return rows[0];
}

/** Up to `limit` pending cells of a run. */
export async function readBatch(
  { db, organizationId }: Context,
  runId: string,
  limit: number,
): Promise<CellToSend[]> {
  const { rows } = await db.$client.query<CellToSend>({
    name: 'read-pending-cells',
    text: `
      SELECT cells.id, cells.engine, cells.country, prompts.text
      FROM cells JOIN prompts ON prompts.organization_id = cells.organization_id AND prompts.id = cells.prompt_id
      WHERE cells.organization_id = $1 AND cells.run_id = $2 AND cells.status = 'pending'
      ORDER BY cells.sample, cells.id LIMIT $3`,
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
        SELECT id FROM cells WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[])
        ORDER BY id FOR UPDATE
      )
      UPDATE cells SET updated_at = $6, task_id = given.task_id, error_code = given.error_code,
        status = CASE WHEN given.task_id IS NULL THEN 'failed' ELSE 'sent' END
      FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS given (id, task_id, error_code)
      JOIN locked USING (id)
      WHERE cells.organization_id = $1 AND cells.run_id = $2 AND cells.id = given.id AND cells.status = 'pending'`,
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
       SELECT id FROM cells WHERE organization_id = $1 AND run_id = $2 AND status = 'pending'
       ORDER BY id FOR UPDATE
     ), given_up AS (
       UPDATE cells SET status = 'failed', error_code = $3, updated_at = $5 FROM locked
       WHERE organization_id = $1 AND run_id = $2 AND cells.id = locked.id AND status = 'pending'
     )
     UPDATE runs SET problem = $4 WHERE organization_id = $1 AND id = $2`,
    [organizationId, runId, errorCode, problem, clock.now()],
  );
}
