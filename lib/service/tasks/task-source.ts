import pg from 'pg';
import { describeError, ServiceError, toServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import {
  chargedCredits,
  taskAttempts,
  taskCompletionSeconds,
  taskStartSeconds,
} from '#lib/core/process-metrics';
import { traceWork } from '#lib/core/tracing';
import { CircuitOpenError } from '#lib/providers/call-with-retries';
import type { Settlement, WorkSource } from '#lib/queue/dispatcher';
import { listBlockedEngines } from '#lib/service/circuit-breaker/blocked-engines';
import { releaseExpiredLeases } from '#lib/service/credits/sync-leases';
import type { Service } from '#lib/service/instance/service';
import { runEngine } from '#lib/service/requests/run-engine';
import { claimOverdueTasks, claimProbeTask, maxWaitHours } from '#lib/service/tasks/claim-blocked-tasks';
import { settleTasks, type TaskOutcome } from '#lib/service/tasks/settle-tasks';
import {
  type ClaimedTask,
  claimTasks,
  releaseTasks,
  renewTasks,
  requeueExpiredTasks,
} from '#lib/service/tasks/task-leases';

/** The outcome of running a task, or `blocked` if its circuit is open and it must wait. */
type TaskRunResult = TaskOutcome | 'blocked';

/** Creates the source from which a dispatcher takes tasks. */
export function createTaskSource(service: Service): WorkSource<ClaimedTask, TaskRunResult> {
  const { db, clock, settings, circuits } = service;
  const leaseSeconds = settings.LEASE_SECONDS;
  const probes = new WeakSet<ClaimedTask>();
  const listBlocked = () => circuits.listOpen().flatMap((circuit) => listBlockedEngines(circuit, settings));

  /** Claims one task as a probe for each open circuit whose next probe is due, then tasks that no circuit blocks. */
  async function claim(limit: number): Promise<ClaimedTask[]> {
    const claimed: ClaimedTask[] = [];
    for (const circuit of circuits.listOpen()) {
      const blocked = listBlockedEngines(circuit, settings);
      if (!circuit.isProbeDue || blocked.length === 0 || claimed.length === limit) continue;
      const probe = await claimProbeTask(db, circuit, blocked, leaseSeconds);
      if (!probe) continue;
      probes.add(probe);
      claimed.push(probe);
    }
    const options = { limit: limit - claimed.length, leaseSeconds, blocked: listBlocked() };
    claimed.push(...(await claimTasks(db, options)));
    observeStarts(claimed, clock.now());
    return claimed;
  }

  async function settle(settlements: readonly Settlement<ClaimedTask, TaskRunResult>[]): Promise<void> {
    const blocked = settlements.filter(({ outcome }) => outcome === 'blocked').map(({ item }) => item);
    const completed = settlements.flatMap(({ item, outcome }) =>
      outcome === 'blocked' ? [] : [{ item, outcome }],
    );
    if (completed.length > 0) await settleEnded(completed);
    if (blocked.length > 0) await releaseTasks(db, blocked);
  }

  /** Settles tasks that completed or failed. If the outcome of one cannot be stored, only that task fails. */
  async function settleEnded(settlements: readonly Settlement<ClaimedTask, TaskOutcome>[]): Promise<void> {
    try {
      await settleTasks(db, settlements, clock.now());
      observeEnds(settlements, clock.now());
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (settlements.length > 1) {
        for (const settlement of settlements) await settleEnded([settlement]);
        return;
      }
      const [settlement] = settlements;
      if (!settlement || 'error' in settlement.outcome) throw error;
      const { item } = settlement;
      log.error({ taskId: item.id, error: describeError(error) }, 'result could not be stored');
      const outcome = { error: new ServiceError('INTERNAL_SERVER_ERROR', { cause: error }) };
      await settleTasks(db, [{ item, outcome }], clock.now());
    }
  }

  /**
   * Requeues tasks whose worker died. A task whose worker died `maxCrashes` times fails instead, because it probably causes
   * the crashes.
   */
  async function requeueOrFailExpiredTasks(): Promise<void> {
    const failing = await requeueExpiredTasks(db, leaseSeconds);
    if (failing.length === 0) return;
    log.error({ tasks: failing.map(({ id }) => id) }, 'tasks failed: too many worker crashes');
    const outcome = { error: new ServiceError('INTERNAL_SERVER_ERROR') };
    await settleEnded(failing.map((item) => ({ item, outcome })));
  }

  async function failOverdueTasks(): Promise<void> {
    const blocked = listBlocked();
    const overdue = blocked.length > 0 ? await claimOverdueTasks(db, blocked, leaseSeconds) : [];
    if (overdue.length === 0) return;
    log.warn(
      { tasks: overdue.length, hours: maxWaitHours },
      'tasks failed: circuit open, and queued for too long',
    );
    const message = `The task waited for more than ${maxWaitHours} hours, and the engine is not available. Try again later.`;
    const settlements = overdue.map((item) => {
      const details = { service: item.engine, attempts: 0 };
      return { item, outcome: { error: new ServiceError('EXTERNAL_SERVICE_ERROR', { message, details }) } };
    });
    await settleEnded(settlements);
  }

  return {
    name: 'tasks',
    claim,
    run: (task, signal) => {
      const { id, engine, attempt, traceParent } = task;
      const attributes = { 'answerscope.task.id': id, 'answerscope.engine': engine, attempt };
      return traceWork('task', { kind: 'consumer', parent: traceParent, attributes }, () =>
        runTask(service, task, probes.has(task) ? 'probe' : 'throw', signal),
      );
    },
    settle,
    renew: (tasks) => renewTasks(db, tasks, leaseSeconds),
    release: (tasks) => releaseTasks(db, tasks),
    describe: ({ id }) => ({ taskId: id }),
    async recover() {
      await circuits.refresh();
      await requeueOrFailExpiredTasks();
      await releaseExpiredLeases(db);
      await failOverdueTasks();
    },
  };
}

/**
 * Runs one task.
 * @throws the signal's reason if it is aborted, and database errors; every other failure is an outcome
 */
async function runTask(
  service: Service,
  { id, organizationId, engine, request }: ClaimedTask,
  onOpenCircuit: 'throw' | 'probe',
  signal: AbortSignal,
): Promise<TaskRunResult> {
  try {
    return await runEngine(service, { id, organizationId, engine, request, signal, onOpenCircuit });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof CircuitOpenError) return 'blocked';
    const failure = toServiceError(error);
    // The database is down: the task runs again when its lease expires.
    if (failure.code === 'SERVICE_UNAVAILABLE') throw error;
    const reason = failure.internal ?? describeError(error);
    log.warn({ taskId: id, engine, code: failure.code, reason }, 'task failed');
    return { error: failure };
  }
}

const getAgeSeconds = ({ createdAt }: ClaimedTask, now: Date) => (now.getTime() - createdAt.getTime()) / 1000;

function observeStarts(claimed: readonly ClaimedTask[], now: Date): void {
  for (const task of claimed) {
    if (task.attempt === 1) taskStartSeconds.observe({ priority: task.priority }, getAgeSeconds(task, now));
  }
}

function observeEnds(settlements: readonly Settlement<ClaimedTask, TaskOutcome>[], now: Date): void {
  for (const { item, outcome } of settlements) {
    const status = 'result' in outcome ? 'completed' : 'failed';
    const { engine, attempt, creditsToCharge } = item;
    taskCompletionSeconds.observe({ engine, status }, getAgeSeconds(item, now));
    taskAttempts.observe(attempt);
    if (status === 'completed') chargedCredits.inc({ engine }, creditsToCharge);
  }
}

/** Returns whether an error means that PostgreSQL cannot store a value (SQLSTATE class 22), such as JSON with a NUL. */
function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code?.startsWith('22') ?? false);
}
