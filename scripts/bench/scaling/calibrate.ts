import { setTimeout as wait } from 'node:timers/promises';
import type { DashboardLoad } from '#scripts/bench/scaling/dashboard-load';
import type { MeasuredInstance, Measurement } from '#scripts/bench/scaling/instance';
import { type Costs, fitCosts, type MeasuredRun, noWork, type Work } from '#scripts/bench/scaling/model';
import type { Duration, WorkerModel } from '#scripts/bench/scaling/simulate';
import { runTaskLoad, type TaskLoad } from '#scripts/bench/scaling/task-load';

/** A minute, so that every recurring job runs once. */
const idleSeconds = 60;
const answerCount = 1_000;
const lowRateAnswers = { count: 200, rate: 10 };
const pageCount = 60;

/** The measurements from which the costs are estimated. */
export interface Calibration {
  idle: Measurement;
  /** Tasks in requests of 100, as fast as possible: answered by the sandbox and by the mock server. */
  batches: CalibratedLoad;
  mockBatches: CalibratedLoad;
  /** Tasks in requests of 1, and of 10, at a low rate. */
  singles: CalibratedLoad;
  tens: CalibratedLoad;
  /** Null if only tasks were measured. */
  dashboard: DashboardRuns | null;
}

interface DashboardRuns {
  /** Answers as fast as possible, and at a low rate. */
  answers: Measurement;
  lowRateAnswers: Measurement;
  pages: Measurement;
}

export interface CalibratedLoad {
  load: TaskLoad;
  measured: Measurement;
}

const loads = {
  batches: { taskType: 'GEN', tasks: 2_000, batch: 100 },
  mockBatches: { taskType: 'CHAT', tasks: 1_000, batch: 100 },
  singles: { taskType: 'GEN', tasks: 300, batch: 1, rate: 20 },
  tens: { taskType: 'GEN', tasks: 1_000, batch: 10, rate: 50 },
} as const satisfies Record<string, TaskLoad>;

/** Warms up with each kind of work, and then measures each kind separately. Takes about four minutes. */
export async function calibrate(
  instance: MeasuredInstance,
  dashboard: DashboardLoad | null,
  report: (line: string) => void,
): Promise<Calibration> {
  report('warming up');
  await runTaskLoad(instance, { ...loads.batches, tasks: 1_000 });
  await runTaskLoad(instance, { ...loads.mockBatches, tasks: 500 });
  await dashboard?.receiveAnswers(300);
  await dashboard?.viewPages(40);
  const measureLoad = async (name: keyof typeof loads): Promise<CalibratedLoad> => {
    report(`measuring ${name}`);
    const load = loads[name];
    return { load, measured: await instance.measure(() => runTaskLoad(instance, load)) };
  };
  const taskRuns = {
    batches: await measureLoad('batches'),
    mockBatches: await measureLoad('mockBatches'),
    singles: await measureLoad('singles'),
    tens: await measureLoad('tens'),
  };
  report('measuring answers, pages and the idle instance');
  return {
    ...taskRuns,
    dashboard: dashboard && (await measureDashboard(instance, dashboard)),
    idle: await instance.measure(() => wait(idleSeconds * 1000)),
  };
}

async function measureDashboard(
  { measure }: MeasuredInstance,
  dashboard: DashboardLoad,
): Promise<DashboardRuns> {
  return {
    answers: await measure(() => dashboard.receiveAnswers(answerCount)),
    lowRateAnswers: await measure(() => dashboard.receiveAnswers(lowRateAnswers.count, lowRateAnswers.rate)),
    pages: await measure(() => dashboard.viewPages(pageCount)),
  };
}

export const measuredCounts = {
  answers: answerCount,
  lowRateAnswers: lowRateAnswers.count,
  pages: pageCount,
};

/** Estimates the cost of each kind of work, with the sandbox as the provider. */
export function estimateCosts({ idle, batches, singles, tens, dashboard }: Calibration): Costs {
  const toRun = ({ used }: Measurement, work: Partial<Work>): MeasuredRun => ({
    work: { ...noWork, seconds: used.seconds, ...work },
    times: used.times,
  });
  return fitCosts([
    toRun(idle, {}),
    ...[batches, singles, tens].map(({ load, measured }) => toRun(measured, toTaskWork(load, measured))),
    ...(dashboard
      ? [
          toRun(dashboard.answers, { answers: answerCount, ingests: countIngests(dashboard.answers) }),
          toRun(dashboard.lowRateAnswers, {
            answers: lowRateAnswers.count,
            ingests: countIngests(dashboard.lowRateAnswers),
          }),
          toRun(dashboard.pages, { pageViews: pageCount }),
        ]
      : []),
  ]);
}

function toTaskWork({ tasks, batch }: TaskLoad, measured: Measurement): Partial<Work> {
  return { tasks, requests: Math.ceil(tasks / batch), operations: countOperations(measured) };
}

/** Returns the number of queue operations (claims, settlements and renewals) that a worker ran. */
export function countOperations({ operations }: Measurement): number {
  return Object.entries(operations).reduce(
    (sum, [name, { count }]) => sum + (name === 'ingest' ? 0 : count),
    0,
  );
}

/** Returns the number of batches in which a worker ingested answers. */
function countIngests({ operations }: Measurement): number {
  return operations.ingest?.count ?? 0;
}

/**
 * Predicts the number of batches in which a worker ingests answers that arrive at `rate` per second. A batch starts when
 * an answer arrives; the answers that arrive before it ends are ingested in the next batch.
 */
export function predictIngests({ dashboard }: Calibration, answers: number, rate: number): number {
  if (!dashboard || rate === 0) return 0;
  const answersPerBatch = lowRateAnswers.count / Math.max(1, countIngests(dashboard.lowRateAnswers));
  const cycleSeconds = Math.max(0, answersPerBatch - 1) / lowRateAnswers.rate;
  return answers / (1 + rate * cycleSeconds);
}

/** Milliseconds that a task spends on the network, in addition to its CPU time. */
const networkMs = 2;

/**
 * Returns a model of the worker in a run. The durations of its statements are those of the run, because they depend on
 * what else the machine does.
 */
export function modelWorker({ operations }: Measurement, costs: Costs): WorkerModel {
  const getDuration = (name: string): Duration => {
    const { count, seconds } = operations[name] ?? { count: 0, seconds: 0 };
    return { baseMs: count === 0 ? 0 : (seconds * 1000) / count, itemMs: 0 };
  };
  // Half of a task's time is spent on its answer, half on its webhook.
  const service = { baseMs: networkMs, itemMs: costs.tasks.worker / 2 };
  return {
    tasks: { claim: getDuration('tasks claim'), settle: getDuration('tasks settle') },
    deliveries: { claim: getDuration('deliveries claim'), settle: getDuration('deliveries settle') },
    provider: service,
    delivery: service,
  };
}
