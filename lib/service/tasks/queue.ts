import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { queueStatusSchema } from '#lib/contract/tasks';
import { timeSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { tasks } from '#lib/db/schema/tasks';
import { rowOf, statement } from '#lib/db/statement';
import { defineOperation, noInput } from '#lib/operations/define-operation';

interface QueueRow {
  /** Tasks that workers run. */
  processing: number;
  /** Tasks that wait for a provider. They are PROCESSING for clients, but need no slot. */
  waiting: number;
  concurrency: number;
  byPriority: { priority: number; count: number }[];
}

const parameters = { organizationId: 'uuid' } as const;

const readStatus = statement({
  name: 'get-queue-status',
  parameters,
  row: rowOf<QueueRow>({ processing: 'int4', waiting: 'int4', concurrency: 'int4', byPriority: 'jsonb' }),
  isPrepared: false,
  text: `
    WITH levels AS (
      SELECT priority, count(*) FILTER (WHERE waiting_since IS NULL)::int AS count,
        count(waiting_since)::int AS waiting
      FROM tasks WHERE organization_id = :organizationId AND status = 'QUEUED' GROUP BY priority
    )
    SELECT processing, async_concurrency AS concurrency,
      coalesce((SELECT sum(waiting) FROM levels), 0)::int AS waiting, coalesce((
        SELECT jsonb_agg(jsonb_build_object('priority', priority, 'count', count) ORDER BY priority DESC)
        FROM levels WHERE count > 0
      ), '[]') AS "byPriority"
    FROM task_queue_stats WHERE organization_id = :organizationId`,
});

/**
 * Returns the number of queued tasks, in total and by priority, the number of processing tasks, and the concurrency limit.
 * Tasks that wait for a provider are processing, but do not count toward the limit.
 */
export async function getQueueStatus(context: Context): Promise<z.infer<typeof queueStatusSchema>> {
  const { db, organizationId } = context;
  const [row] = await readStatus(db, { organizationId });
  if (!row) return { queuedTasks: 0, processingTasks: 0, priorityBreakdown: [], concurrency: null };
  return {
    queuedTasks: row.byPriority.reduce((sum, { count }) => sum + count, 0),
    processingTasks: row.processing + row.waiting,
    priorityBreakdown: row.byPriority,
    concurrency: { used: row.processing, max: row.concurrency },
  };
}

const queueDetailsSchema = z.object({
  queued: z.int(),
  processing: z.int(),
  maxConcurrency: z.int().describe('The maximum number of tasks processed concurrently.'),
  queuedCredits: z.number().describe('Credits held for queued tasks.'),
  priorities: z
    .array(
      z.object({
        priority: z.int(),
        count: z.int(),
        oldestAt: timeSchema.describe('When the oldest of these tasks was created.'),
      }),
    )
    .describe('The queued tasks by priority, highest first.'),
});
export type QueueDetails = z.output<typeof queueDetailsSchema>;

export const getQueueDetails = defineOperation({
  name: 'queue.get',
  title: 'Get the state of the queue',
  description:
    'Returns the numbers of queued and processing tasks, in total and by priority, and the credits that they hold.',
  permission: 'usage.read',
  effect: 'read',
  input: noInput,
  output: queueDetailsSchema,
  async run(context) {
    const { db, organizationId } = context;
    const { processingTasks, concurrency } = await getQueueStatus(context);
    const rows = await db
      .select({
        priority: tasks.priority,
        count: sql<number>`count(*)::int`,
        oldestAt: sql<Date>`min(${tasks.createdAt})`,
        credits: sql<number>`sum(${tasks.creditsToCharge})`,
      })
      .from(tasks)
      .where(
        and(eq(tasks.organizationId, organizationId), eq(tasks.status, 'QUEUED'), isNull(tasks.waitingSince)),
      )
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
  },
});

/** Locks the balance, then the queue, so that no task is claimed while the queue is cleared. */
const lockQueue = statement({
  name: 'lock-queue',
  parameters,
  row: { queued: 'int4' },
  isPrepared: false,
  text: `
    WITH balance AS (
      SELECT organization_id FROM credit_balances WHERE organization_id = :organizationId FOR UPDATE
    )
    SELECT q.queued FROM balance JOIN task_queue_stats q USING (organization_id) FOR UPDATE OF q`,
});

const clearTasks = statement({
  name: 'clear-queue',
  parameters,
  row: { tasks: 'int4', credits: 'int8' },
  isPrepared: false,
  text: `
    WITH cleared AS (
      DELETE FROM tasks WHERE organization_id = :organizationId AND status = 'QUEUED' AND waiting_since IS NULL
      RETURNING credits_to_charge
    ), total AS (
      SELECT count(*)::int AS tasks, coalesce(sum(credits_to_charge), 0) AS credits FROM cleared
    ), released AS (
      UPDATE credit_balances b SET held = b.held - total.credits FROM total WHERE b.organization_id = :organizationId
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued - total.tasks FROM total WHERE q.organization_id = :organizationId
    )
    SELECT tasks, credits FROM total`,
});

/**
 * Deletes the organization's queued tasks, except those that wait for a provider after they were claimed; releases their credits and frees their idempotency keys.
 * @returns the number of deleted tasks
 */
export async function deleteQueuedTasks(context: Context): Promise<number> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    await lockQueue(db, { organizationId });
    const [cleared] = await clearTasks(db, { organizationId });
    const { tasks: count = 0, credits = 0 } = cleared ?? {};
    if (count > 0) {
      const after = { tasks: count, credits };
      await recordAudit(tx, { action: 'queue.cleared', target: 'Task queue', after });
    }
    return count;
  });
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS */
export const clearQueue = defineOperation({
  name: 'queue.clear',
  title: 'Clear the queue',
  description:
    'Deletes the queued tasks, except those that wait for a provider after they were claimed. Their credits are released, and their idempotency keys can be used again. Returns the number of deleted tasks.',
  permission: 'queue.clear',
  effect: 'delete',
  input: noInput,
  output: z.number().describe('The number of removed tasks.'),
  audit: ['queue.cleared'],
  run: deleteQueuedTasks,
});
