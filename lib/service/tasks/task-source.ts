import { isDataError } from '#lib/core/database-errors';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Source } from '#lib/queue/dispatcher';
import { circuitsOf } from '#lib/service/circuit-breaker/circuits-of';
import { listBlockedEngines } from '#lib/service/circuit-breaker/shut-engines';
import { releaseExpiredLeases } from '#lib/service/credits/release-expired-slots';
import type { Service } from '#lib/service/service';
import { claimOverdueTasks, maxWaitHours } from '#lib/service/tasks/claim-overdue';
import { claimProbeTask } from '#lib/service/tasks/claim-probe';
import { type ClaimedTask, claimTasks } from '#lib/service/tasks/claim-tasks';
import { releaseTasks } from '#lib/service/tasks/give-back-tasks';
import { renewTasks } from '#lib/service/tasks/renew-tasks';
import { requeueExpiredTasks } from '#lib/service/tasks/requeue-expired';
import { runTask, type TaskRunResult } from '#lib/service/tasks/run-task';
import { type EndedTask, settleTasks } from '#lib/service/tasks/settle-tasks';

/** The queue of tasks, for a dispatcher. */
export function taskSource(service: Service): Source<ClaimedTask, TaskRunResult> {
  const { db, clock, settings } = service;
  const leaseSeconds = settings.LEASE_SECONDS;
  const circuits = circuitsOf(db);
  const probes = new WeakSet<ClaimedTask>();

  /** While vendors are dead: one task for each whose probe is due, then what does not wait for them. */
  async function claim(free: number): Promise<ClaimedTask[]> {
    const claimed: ClaimedTask[] = [];
    for (const circuit of circuits.open()) {
      const shut = listBlockedEngines(circuit, settings);
      if (!circuit.due || shut.length === 0 || claimed.length === free) continue;
      const probe = await claimProbeTask(db, { account: circuit, shut, leaseSeconds });
      if (!probe) continue;
      probes.add(probe);
      claimed.push(probe);
    }
    const shut = circuits.open().flatMap((circuit) => listBlockedEngines(circuit, settings));
    const others = await claimTasks(db, { free: free - claimed.length, leaseSeconds, shut });
    return [...claimed, ...others];
  }

  async function settle(ended: readonly { job: ClaimedTask; outcome: TaskRunResult }[]): Promise<void> {
    const waiting = ended.filter(({ outcome }) => outcome === 'waits').map(({ job }) => job);
    const over = ended.flatMap(({ job, outcome }) => (outcome === 'waits' ? [] : [{ job, outcome }]));
    if (over.length > 0) await settleEnded(over);
    if (waiting.length > 0) await releaseTasks(db, waiting);
  }

  /** One outcome that cannot be stored must not hold up the others: it fails by itself. */
  async function settleEnded(ended: readonly EndedTask[]): Promise<void> {
    try {
      await settleTasks(db, ended, clock.now());
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (ended.length === 1) return settleBroken(ended, error);
      for (const one of ended) await settleEnded([one]);
    }
  }

  async function settleBroken([broken]: readonly EndedTask[], cause: unknown): Promise<void> {
    if (!broken || 'error' in broken.outcome) throw cause;
    log.error({ taskId: broken.job.id, error: describeError(cause) }, 'a result could not be stored');
    const error = new ServiceError('INTERNAL_SERVER_ERROR', { cause });
    await settleTasks(db, [{ job: broken.job, outcome: { error } }], clock.now());
  }

  async function failPoisoned(): Promise<void> {
    const poisoned = await requeueExpiredTasks(db, leaseSeconds);
    if (poisoned.length === 0) return;
    log.error({ tasks: poisoned.map(({ id }) => id) }, 'tasks whose worker died again and again are failed');
    const error = new ServiceError('INTERNAL_SERVER_ERROR');
    await settleEnded(poisoned.map((job) => ({ job, outcome: { error } })));
  }

  async function failOverdue(): Promise<void> {
    const shut = circuits.open().flatMap((circuit) => listBlockedEngines(circuit, settings));
    if (shut.length === 0) return;
    const overdue = await claimOverdueTasks(db, shut, leaseSeconds);
    if (overdue.length === 0) return;
    log.warn(
      { tasks: overdue.length, hours: maxWaitHours },
      'tasks waited too long for a vendor and are failed',
    );
    await settleEnded(overdue.map((job) => ({ job, outcome: { error: waitedTooLong(job) } })));
  }

  return {
    name: 'tasks',
    claim,
    run: (task, signal) =>
      runTask(service, task, { signal, background: probes.has(task) ? 'probe' : 'waiting' }),
    settle,
    renew: (tasks) => renewTasks(db, tasks, leaseSeconds),
    giveBack: (tasks) => releaseTasks(db, tasks),
    async recover() {
      await circuits.refresh();
      await failPoisoned();
      await releaseExpiredLeases(db);
      await failOverdue();
    },
  };
}

function waitedTooLong({ engine }: ClaimedTask): ServiceError {
  return new ServiceError('EXTERNAL_SERVICE_ERROR', {
    message: `The engine gave no answers for ${maxWaitHours} hours. Try again when it does.`,
    details: { service: engine, attempts: 0 },
  });
}
