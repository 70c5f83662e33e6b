import { toServiceError } from '#lib/core/error-response';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { CircuitOpenError } from '#lib/providers/call-with-retries';
import { runEngine } from '#lib/service/requests/ask-engine';
import type { Service } from '#lib/service/service';
import type { ClaimedTask } from '#lib/service/tasks/claim-tasks';
import type { TaskOutcome } from '#lib/service/tasks/settle-tasks';

/** What became of a task in hand: its end, or that it waits on, because its vendor gives no answers. */
export type TaskRunResult = TaskOutcome | 'waits';

/**
 * Does a claimed task.
 * @param background whether it is the one that is tried on a vendor that gives no answers
 * @throws the signal's reason when it is aborted, and what befell the database; every other failure is an outcome
 */
export async function runTask(
  service: Service,
  task: ClaimedTask,
  { signal, background }: { signal: AbortSignal; background: 'waiting' | 'probe' },
): Promise<TaskRunResult> {
  try {
    const { id, organizationId, engine, request } = task;
    return await runEngine(service, { id, organizationId, engine, request, signal, background });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof CircuitOpenError) return 'waits';
    const failure = toServiceError(error);
    // The answer is lost, the task is not: it is asked again when its lease is over.
    if (failure.code === 'SERVICE_UNAVAILABLE') throw error;
    const why = failure.internal ?? describeError(error);
    log.warn({ taskId: task.id, engine: task.engine, code: failure.code, why }, 'a task failed');
    return { error: failure };
  }
}
