import type { Plan } from '#lib/contract/plans';
import type { TaskRecord } from '#lib/contract/tasks';
import type { Context } from '#lib/db/context';
import { createTasks } from '#lib/service/tasks/create-tasks';
import type { NewTask } from '#lib/service/tasks/read-task';

/**
 * Creates one task and holds its credits.
 * @throws ServiceError RESOURCE_ALREADY_EXISTS with `details.taskId`, QUEUE_LIMIT_EXCEEDED, INSUFFICIENT_CREDITS
 */
export async function createTask(context: Context & { plan: Plan }, task: NewTask): Promise<TaskRecord> {
  const [creation] = await createTasks(context, [task]);
  if (!creation) throw new Error('No task was created and no reason given.');
  if ('error' in creation) throw creation.error;
  return creation.record;
}
