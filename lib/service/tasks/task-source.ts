import pg from 'pg';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Source } from '#lib/queue/dispatcher';
import type { Service } from '#lib/service/service';
import { type ClaimedTask, claimTasks } from '#lib/service/tasks/claim-tasks';
import { giveBackTasks } from '#lib/service/tasks/give-back-tasks';
import { renewTasks } from '#lib/service/tasks/renew-tasks';
import { requeueExpired } from '#lib/service/tasks/requeue-expired';
import { runTask } from '#lib/service/tasks/run-task';
import { type EndedTask, settleTasks, type TaskOutcome } from '#lib/service/tasks/settle-tasks';

/** SQLSTATE class 22: a value that PostgreSQL cannot store, such as JSON with a NUL in it. */
function isDataFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code?.startsWith('22') ?? false);
}

/** The queue of tasks, for a dispatcher. */
export function taskSource(service: Service): Source<ClaimedTask, TaskOutcome> {
  const { connection, clock, settings } = service;
  const leaseSeconds = settings.LEASE_SECONDS;

  /** One outcome that cannot be stored must not hold up the others: it fails by itself. */
  async function settle(ended: readonly EndedTask[]): Promise<void> {
    try {
      await settleTasks(connection, ended, clock.now());
    } catch (error) {
      if (!isDataFault(error)) throw error;
      if (ended.length === 1) return settleBroken(ended, error);
      for (const one of ended) await settle([one]);
    }
  }

  async function settleBroken([broken]: readonly EndedTask[], cause: unknown): Promise<void> {
    if (!broken || 'error' in broken.outcome) throw cause;
    log.error({ taskId: broken.job.id, error: describeError(cause) }, 'a result could not be stored');
    const error = new ServiceError('INTERNAL_SERVER_ERROR', { cause });
    await settleTasks(connection, [{ job: broken.job, outcome: { error } }], clock.now());
  }

  return {
    name: 'tasks',
    claim: (free) => claimTasks(connection, { free, leaseSeconds }),
    run: (task, signal) => runTask(service, task, signal),
    settle,
    renew: (tasks) => renewTasks(connection, tasks, leaseSeconds),
    giveBack: (tasks) => giveBackTasks(connection, tasks),
    async recover() {
      const poisoned = await requeueExpired(connection, leaseSeconds);
      if (poisoned.length === 0) return;
      log.error(
        { tasks: poisoned.map(({ id }) => id) },
        'tasks whose worker died again and again are failed',
      );
      const error = new ServiceError('INTERNAL_SERVER_ERROR');
      await settle(poisoned.map((job) => ({ job, outcome: { error } })));
    },
  };
}
