import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { TaskRecord } from '#lib/contract/tasks';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/client';
import { tasks } from '#lib/db/schema/tasks';
import { getRetentionStart, recordColumns, toTaskRecord } from '#lib/service/tasks/task-record';

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
  throw new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such task. Completed tasks are deleted after a while.',
    details: { id: taskId },
  });
}
