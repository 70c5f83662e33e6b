import type { TaskRecord } from '#lib/contract/tasks';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import { type TaskRow, taskColumns, toTaskRecord } from '#lib/service/tasks/task-record';

const statement = `
  SELECT ${taskColumns}, response FROM tasks
  WHERE organization_id = $1 AND id = $2 AND (completed_at IS NULL OR completed_at > $3)`;

export interface TaskQuestion {
  taskId: string;
  /** Ended tasks older than this are gone, deleted already or not. */
  retentionHours: number;
}

/** One task of the organization. @throws ServiceError RESOURCE_NOT_FOUND with `details.id` */
export async function getTask(
  context: Context,
  { taskId, retentionHours }: TaskQuestion,
): Promise<TaskRecord> {
  const endedAfter = new Date(context.clock.now().getTime() - retentionHours * 3_600_000);
  const { rows } = await context.db.$client.query<TaskRow>({
    name: 'get-task',
    text: statement,
    values: [context.organizationId, taskId, endedAfter],
  });
  const row = rows[0];
  if (row) return toTaskRecord(row);
  throw new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such task. Ended tasks are deleted after a while.',
    details: { id: taskId },
  });
}
