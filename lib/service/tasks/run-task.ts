import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { askEngine } from '#lib/service/monitor/ask-engine';
import type { Service } from '#lib/service/service';
import type { ClaimedTask } from '#lib/service/tasks/claim-tasks';
import type { TaskOutcome } from '#lib/service/tasks/settle-tasks';

/** Does a claimed task. @throws the signal's reason when it is aborted; every other failure is an outcome */
export async function runTask(
  service: Service,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  try {
    const { organizationId, engine, request } = task;
    return { result: await askEngine(service, { organizationId, engine, request, signal }) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure =
      error instanceof ServiceError ? error : new ServiceError('INTERNAL_SERVER_ERROR', { cause: error });
    const why = failure.internal ?? describeError(error);
    log.warn({ taskId: task.id, engine: task.engine, code: failure.code, why }, 'a task failed');
    return { error: failure };
  }
}
