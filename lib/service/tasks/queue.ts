import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { queueStatusSchema } from '#lib/contract/tasks';
import { requirePermission } from '#lib/core/permissions';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, defineStatement, runStatement, withOrganization } from '#lib/db/client';
import { tasks } from '#lib/db/schema/tasks';

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

/** Returns the number of queued tasks, in total and by priority, the number of processing tasks, and the concurrency limit. */
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

export interface QueueDetails {
  queued: number;
  processing: number;
  /** Maximum number of tasks processed concurrently. */
  maxConcurrency: number;
  /** Credits held for queued tasks. */
  queuedCredits: number;
  /** Highest priority first. */
  priorities: { priority: number; count: number; oldestAt: Date }[];
}

/**
 * Returns the state of the queue. For each priority, it includes the number of queued tasks and the creation time of
 * the oldest.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function getQueueDetails(context: Context): Promise<QueueDetails> {
  requirePermission(context.actor, 'usage.read');
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const { processingTasks, concurrency } = await getQueueStatus(tx);
    const rows = await db
      .select({
        priority: tasks.priority,
        count: sql<number>`count(*)::int`,
        oldestAt: sql<Date>`min(${tasks.createdAt})`,
        credits: sql<number>`sum(${tasks.creditsToCharge})`,
      })
      .from(tasks)
      .where(and(eq(tasks.organizationId, organizationId), eq(tasks.status, 'QUEUED')))
      .groupBy(tasks.priority)
      .orderBy(desc(tasks.priority));
    return {
      queued: rows.reduce((sum, { count }) => sum + count, 0),
      processing: processingTasks,
      maxConcurrency: concurrency?.max ?? 0,
      queuedCredits: rows.reduce((sum, { credits }) => sum + Number(credits), 0),
      priorities: rows.map(({ priority, count, oldestAt }) => ({
        priority,
        count,
        oldestAt: new Date(oldestAt),
      })),
    };
  });
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

const clearStatement = defineStatement<{ tasks: number; credits: number }>({
  name: 'clear-queue',
  columns: { tasks: 'int4', credits: 'int8' },
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
    SELECT tasks, credits FROM total`,
});

/**
 * Deletes the organization's queued tasks, releases their credits and frees their idempotency keys.
 * @returns the number of deleted tasks
 */
export async function clearQueue(context: Context): Promise<number> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    await runStatement(db, lockStatement, [organizationId]);
    const [cleared] = await runStatement(db, clearStatement, [organizationId]);
    const { tasks: count = 0, credits = 0 } = cleared ?? {};
    if (count > 0) {
      const after = { tasks: count, credits };
      await recordAudit(tx, { action: 'queue.cleared', target: 'Task queue', after });
    }
    return count;
  });
}

/** Clears the queue for a member. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function clearQueueAsMember(context: Context): Promise<number> {
  requirePermission(context.actor, 'queue.clear');
  return clearQueue(context);
}
