import type { TaskRecord } from '#lib/contract/tasks';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/database/context';
import { type TaskRow, taskColumns, taskRecord } from '#lib/service/tasks/task-record';

const statement = `SELECT ${taskColumns}, response FROM tasks WHERE organization_id = $1 AND id = $2`;

/** One task of the organization. @throws ServiceError RESOURCE_NOT_FOUND with `details.id` */
export async function getTask(context: Context, taskId: string): Promise<TaskRecord> {
  const { rows } = await context.connection.query<TaskRow>({
    name: 'get-task',
    text: statement,
    values: [context.organizationId, taskId],
  });
  const row = rows[0];
  if (row) return taskRecord(row);
  throw new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such task. Ended tasks are deleted after a while.',
    details: { id: taskId },
  });
}
