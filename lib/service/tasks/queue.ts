import type { z } from 'zod';
import type { queueStatusSchema } from '#lib/contract/tasks';
import { type Context, defineStatement, runStatement, transaction } from '#lib/db/client';

interface QueueRow {
  queued: number;
  processing: number;
  concurrency: number;
  byPriority: { priority: number; count: number }[];
}

const statusStatement = defineStatement<QueueRow>({
  name: 'get-queue-status',
  columns: { queued: 'int4', processing: 'int4', concurrency: 'int4', byPriority: 'jsonb' },
  isPrepared: false,
  text: `
    SELECT queued, processing, async_concurrency AS concurrency, coalesce((
      SELECT jsonb_agg(p ORDER BY p.priority DESC)
      FROM (
        SELECT priority, count(*)::int AS count FROM tasks
        WHERE organization_id = $1 AND status = 'QUEUED' GROUP BY priority
      ) AS p
    ), '[]') AS "byPriority"
    FROM task_queue_stats WHERE organization_id = $1`,
});

/** Returns the number of queued and processing tasks, and the concurrency limit. */
export async function getQueueStatus(context: Context): Promise<z.infer<typeof queueStatusSchema>> {
  const [row] = await runStatement(context.db, statusStatement, [context.organizationId]);
  if (!row) return { queuedTasks: 0, processingTasks: 0, priorityBreakdown: [], concurrency: null };
  return {
    queuedTasks: row.queued,
    processingTasks: row.processing,
    priorityBreakdown: row.byPriority,
    concurrency: { used: row.processing, max: row.concurrency },
  };
}

/** Locks the balance, then the queue, so that no task is claimed while the queue is cleared. */
const lockStatement = defineStatement<{ queued: number }>({
  name: 'lock-queue',
  columns: { queued: 'int4' },
  isPrepared: false,
  text: `
    WITH balance AS (
      SELECT organization_id FROM credit_balances WHERE organization_id = $1 FOR UPDATE
    )
    SELECT q.queued FROM balance JOIN task_queue_stats q USING (organization_id) FOR UPDATE OF q`,
});

const clearStatement = defineStatement<{ tasks: number }>({
  name: 'clear-queue',
  columns: { tasks: 'int4' },
  isPrepared: false,
  text: `
    WITH cleared AS (
      DELETE FROM tasks WHERE organization_id = $1 AND status = 'QUEUED' RETURNING credits_to_charge
    ), total AS (
      SELECT count(*)::int AS tasks, coalesce(sum(credits_to_charge), 0) AS credits FROM cleared
    ), released AS (
      UPDATE credit_balances b SET held = b.held - total.credits FROM total WHERE b.organization_id = $1
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued - total.tasks FROM total WHERE q.organization_id = $1
    )
    SELECT tasks FROM total`,
});

/**
 * Deletes the organization's queued tasks, releases their credits and frees their idempotency keys.
 * @returns the number of deleted tasks
 */
export async function clearQueue({ db, organizationId }: Context): Promise<number> {
  return transaction(db, async (tx) => {
    await runStatement(tx, lockStatement, [organizationId]);
    const [cleared] = await runStatement(tx, clearStatement, [organizationId]);
    return cleared?.tasks ?? 0;
  });
}
