import pg from 'pg';
import type { Engine } from '#lib/contract/engines';
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
import { getProviderCredential } from '#lib/service/circuit-breaker/circuit-store';
import { releaseExpiredLeases } from '#lib/service/credits/sync-leases';
import type { Service } from '#lib/service/instance/service';
import { createUsualLatency } from '#lib/service/provider-stats/usual-latency';
import { createWaitError } from '#lib/service/requests/engine-errors';
import { type EngineCall, runEngine } from '#lib/service/requests/run-engine';
import { claimOverdueTasks, claimProbeTask } from '#lib/service/tasks/claim-blocked-tasks';
import { claimTasks } from '#lib/service/tasks/claim-tasks';
import { settleTasks, type TaskOutcome } from '#lib/service/tasks/settle-tasks';
import { createSlotShares, type UnresponsiveProvider } from '#lib/service/tasks/slot-shares';
import {
  type ClaimedTask,
  getPreviousAttempts,
  recordProviderAttempt,
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
  const shares = createSlotShares(settings);
  const usualLatency = createUsualLatency(db);
  /** The number of the last request that was sent to the provider for a task, over all claims. */
  const providerAttempts = new WeakMap<ClaimedTask, number>();
  const getProviderAttempts = (task: ClaimedTask) => providerAttempts.get(task) ?? getPreviousAttempts(task);
  const listBlocked = () => circuits.listOpen().flatMap((circuit) => listBlockedEngines(circuit, settings));

  /**
   * Claims one task as a probe for each open circuit whose next probe is due, one task of each organization for providers
   * that are not answering, and then other tasks. At most half of the free slots are filled at once, because the share of
   * an organization or provider depends on how many are free.
   */
  async function claim(limit: number): Promise<ClaimedTask[]> {
    const claimed: ClaimedTask[] = [];
    const getFree = () => limit - claimed.length;
    const add = async (tasks: readonly ClaimedTask[]) => {
      claimed.push(...tasks);
      await Promise.all(tasks.map(takeSlot));
    };
    try {
      for (const circuit of circuits.listOpen()) {
        const blocked = listBlockedEngines(circuit, settings);
        if (!circuit.isProbeDue || blocked.length === 0 || getFree() === 0) continue;
        const probe = await claimProbeTask(db, circuit, blocked, leaseSeconds);
        if (!probe) continue;
        probes.add(probe);
        await add([probe]);
      }
      for (const unresponsive of shares.listUnresponsive()) {
        await add(await claimWaitingTasks(unresponsive, getFree()));
      }
      const free = getFree();
      const blocked = [...listBlocked(), ...shares.listBlocked(free)];
      const options = { limit: Math.ceil(free / 2), leaseSeconds, blocked, ...shares.divide(free) };
      await add(await claimTasks(db, options));
    } catch (error) {
      for (const task of claimed) shares.end(task);
      if (claimed.length > 0) await releaseTasks(db, claimed);
      throw error;
    }
    observeStarts(claimed, clock.now());
    return claimed;
  }

  /** Claims a task of each organization that no other one keeps waiting for a provider that is not answering. */
  async function claimWaitingTasks(
    { engines, organizationIds }: UnresponsiveProvider,
    limit: number,
  ): Promise<ClaimedTask[]> {
    const names = engines.flatMap(({ engine, organizationId }) => (organizationId === null ? [engine] : []));
    if (names.length === 0) return [];
    const waiting = names.flatMap((engine) =>
      organizationIds.map((organizationId) => ({ engine, organizationId, providers: [] })),
    );
    const blocked = [...listBlocked(), ...waiting];
    return claimTasks(db, { limit, leaseSeconds, blocked, engines: names, defaultSlots: 1 });
  }

  async function takeSlot(task: ClaimedTask): Promise<void> {
    const choice = await service.providers.resolve<Engine>(task.organizationId, task.engine);
    const credential = getProviderCredential(choice, task.organizationId, settings);
    shares.start(task, credential && { credential, usualMs: usualLatency.getUsualMs(choice.provider) });
  }

  async function settle(settlements: readonly Settlement<ClaimedTask, TaskRunResult>[]): Promise<void> {
    const blocked = settlements.filter(({ outcome }) => outcome === 'blocked').map(({ item }) => item);
    const completed = settlements.flatMap(({ item, outcome }) =>
      outcome === 'blocked' ? [] : [{ item, outcome }],
    );
    if (completed.length > 0) await settleEnded(completed);
    if (blocked.length > 0) await releaseTasks(db, blocked, { getProviderAttempts, isWaiting: true });
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

  /** Fails tasks that must not wait any longer for a provider whose circuit is open. */
  async function failOverdueTasks(): Promise<void> {
    const blocked = circuits.listOpen().flatMap((circuit) => {
      const { reason, openedAt, finalFailureAt } = circuit;
      return listBlockedEngines(circuit, settings).map((engine) => ({
        ...engine,
        reason,
        openedAt,
        finalFailureAt,
      }));
    });
    const overdue = blocked.length > 0 ? await claimOverdueTasks(db, blocked, leaseSeconds) : [];
    if (overdue.length === 0) return;
    log.warn({ tasks: overdue.length }, 'tasks failed: circuit open');
    const settlements = overdue.map((item) => {
      const { engine, providerAttempts: attempts, maxWaitSeconds, finalReason } = item;
      return { item, outcome: { error: createWaitError(finalReason, { engine, attempts, maxWaitSeconds }) } };
    });
    await settleEnded(settlements);
  }

  return {
    name: 'tasks',
    claim,
    run: (task, signal) => {
      const { id, engine, attempt, traceParent } = task;
      const attributes = { 'answerscope.task.id': id, 'answerscope.engine': engine, attempt };
      const options = {
        signal,
        onOpenCircuit: probes.has(task) ? ('probe' as const) : ('throw' as const),
        onResponse: () => shares.recordResponse(task),
        previousAttempts: getPreviousAttempts(task),
        recordAttempt: (number: number) => recordProviderAttempt(db, task, number),
        onAttempt: (number: number) => providerAttempts.set(task, number),
      };
      return traceWork('task', { kind: 'consumer', parent: traceParent, attributes }, () =>
        runTask(service, task, options),
      ).finally(() => shares.end(task));
    },
    settle,
    renew: (tasks) => renewTasks(db, tasks, leaseSeconds),
    release: (tasks) => releaseTasks(db, tasks, { getProviderAttempts }),
    describe: ({ id }) => ({ taskId: id }),
    async recover() {
      await circuits.refresh();
      await requeueOrFailExpiredTasks();
      await releaseExpiredLeases(db);
      await failOverdueTasks();
      await usualLatency.refresh();
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
  options: Omit<EngineCall, 'id' | 'organizationId' | 'engine' | 'request'>,
): Promise<TaskRunResult> {
  const { signal } = options;
  try {
    return await runEngine(service, { id, organizationId, engine, request, ...options });
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
