import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { toTaskType } from '#lib/contract/engines';
import type { TaskRecord } from '#lib/contract/tasks';
import { notFound } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import { tasks } from '#lib/db/schema/tasks';

const { id, engine, status, priority, createdAt } = tasks;
const { idempotencyKey, creditsToCharge, creditsCharged, response, waitingSince } = tasks;

const recordColumns = {
  id,
  engine,
  status,
  priority,
  createdAt,
  idempotencyKey,
  creditsToCharge,
  creditsCharged,
  response,
  waitingSince,
};

export type TaskRow = Pick<typeof tasks.$inferSelect, keyof typeof recordColumns>;

/**
 * Builds the record that GET /v1/async/task/{id} returns and webhooks deliver. A task that returned to the queue because
 * its provider is down is still PROCESSING for clients.
 */
export function toTaskRecord(row: TaskRow): TaskRecord {
  const isWaiting = row.status === 'QUEUED' && row.waitingSince !== null;
  return {
    task: {
      id: row.id,
      taskType: toTaskType(row.engine),
      status: isWaiting ? 'PROCESSING' : row.status,
      priority: row.priority,
      createdAt: row.createdAt.toISOString(),
      ...(row.idempotencyKey === null ? {} : { idempotencyKey: row.idempotencyKey }),
      ...(isWaiting ? { waitingFor: 'provider' as const } : {}),
    },
    credits: { creditsToCharge: row.creditsToCharge, creditsCharged: row.creditsCharged },
    ...(row.response === null ? {} : { response: row.response }),
  };
}

/** Returns the cutoff: tasks completed before it are hidden from clients, even if they are not deleted yet. */
export function getRetentionStart(now: Date, retentionHours: number): Date {
  return new Date(now.getTime() - retentionHours * 3_600_000);
}

/** Returns a task of the organization. @throws ServiceError RESOURCE_NOT_FOUND with `details.id` */
export async function getTask(
  { db, clock, organizationId }: Context,
  { taskId, retentionHours }: { taskId: string; retentionHours: number },
): Promise<TaskRecord> {
  const retained = or(
    isNull(tasks.completedAt),
    gt(tasks.completedAt, getRetentionStart(clock.now(), retentionHours)),
  );
  const [row] = await db
    .select(recordColumns)
    .from(tasks)
    .where(and(eq(tasks.organizationId, organizationId), eq(tasks.id, taskId), retained));
  if (row) return toTaskRecord(row);
  throw notFound('Task not found. Finished tasks are deleted after their retention period.', taskId);
}
