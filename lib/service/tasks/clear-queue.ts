import { transaction } from '#lib/db/client';
import type { Context } from '#lib/db/context';

/** Account before queue, as everything that locks both does; then no claim can take a task away meanwhile. */
const lockStatement = `
  WITH account AS (
    SELECT organization_id FROM credit_balances WHERE organization_id = $1 FOR UPDATE
  )
  SELECT q.queued FROM account JOIN task_queue_stats q USING (organization_id) FOR UPDATE OF q`;

const clearStatement = `
  WITH cleared AS (
    DELETE FROM tasks WHERE organization_id = $1 AND status = 'QUEUED' RETURNING credits_to_charge
  ), total AS (
    SELECT count(*)::int AS tasks, coalesce(sum(credits_to_charge), 0) AS credits FROM cleared
  ), released AS (
    UPDATE credit_balances a SET held = a.held - total.credits FROM total WHERE a.organization_id = $1
  ), emptied AS (
    UPDATE task_queue_stats q SET queued = q.queued - total.tasks FROM total WHERE q.organization_id = $1
  )
  SELECT tasks FROM total`;

/**
 * Discards the organization's queued tasks and releases their holds; their idempotency keys are free again.
 * One transaction. @returns how many there were
 */
export async function clearQueue(context: Context): Promise<number> {
  const { organizationId } = context;
  return transaction(context.db, async (client) => {
    await client.$client.query(lockStatement, [organizationId]);
    const { rows } = await client.$client.query<{ tasks: number }>(clearStatement, [organizationId]);
    return rows[0]?.tasks ?? 0;
  });
}
