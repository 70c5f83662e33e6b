import { setTimeout as wait } from 'node:timers/promises';
import type { DashboardLoad } from '#scripts/bench/scaling/dashboard-load';
import type { MeasuredInstance, Measurement } from '#scripts/bench/scaling/instance';
import { type Costs, fitCosts, type MeasuredRun, noWork, type Work } from '#scripts/bench/scaling/model';
import type { Duration, WorkerModel } from '#scripts/bench/scaling/simulate';
import { runTaskLoad, type TaskLoad } from '#scripts/bench/scaling/task-load';

/** A minute, so that every recurring job runs once. */
const idleSeconds = 60;
const answerCount = 1_000;
const lowRateAnswers = { count: 150, rate: 10 };
const pageViews = { count: 80, rate: 4 };

const taskLoads = {
  batches: { taskType: 'GEN', tasks: 6_000, batch: 100 },
  batchesOf25: { taskType: 'GEN', tasks: 4_000, batch: 25 },
  batchesOf40: { taskType: 'GEN', tasks: 3_000, batch: 40, rate: 200 },
  batchesOf10: { taskType: 'GEN', tasks: 750, batch: 10, rate: 50 },
  frequentSingles: { taskType: 'GEN', tasks: 1_200, batch: 1, rate: 60 },
  singles: { taskType: 'GEN', tasks: 400, batch: 1, rate: 20 },
  rareSingles: { taskType: 'GEN', tasks: 100, batch: 1, rate: 5 },
} as const satisfies Record<string, TaskLoad>;
const mockBatches: TaskLoad = { taskType: 'CHAT', tasks: 2_000, batch: 100 };

export type TaskLoadName = keyof typeof taskLoads;

/** The measurements from which the costs are estimated. */
export interface Calibration {
  idle: Measurement;
  /** Tasks that the sandbox answers, as fast as possible or at a rate. */
  tasks: Record<TaskLoadName, CalibratedLoad>;
  /** Tasks that the mock server answers, as fast as possible. */
  mockBatches: CalibratedLoad;
  /** Null if only tasks were measured. */
  dashboard: DashboardRuns | null;
  /** CPU time of PostgreSQL for vacuuming the queue, in milliseconds per task. */
  vacuumMs: number;
}

interface DashboardRuns {
  /** Answers received as fast as possible. */
  answers: Measurement;
  /** 10 answers received per second. */
  lowRateAnswers: Measurement;
  pages: Measurement;
}

export interface CalibratedLoad {
  load: TaskLoad;
  measured: Measurement;
}

/**
 * Measures the idle instance, warms up with each kind of work, and then measures each kind separately. Takes about twelve
 * minutes.
 */
export async function calibrate(
  instance: MeasuredInstance,
  dashboard: DashboardLoad | null,
  report: (line: string) => void,
): Promise<Calibration> {
  report('measuring the idle instance');
  const idle = await instance.measureOnce(() => wait(idleSeconds * 1000));
  // Code is slower until it has run often enough to be compiled. V8 discards compiled code in a process that is idle for
  // long.
  report('warming up');
  // Pages come first: the garbage that they leave is collected during the next loads.
  await dashboard?.viewPages(120);
  await dashboard?.receiveAnswers(answerCount);
  for (const load of [...Object.values(taskLoads), mockBatches]) await runTaskLoad(instance, load);
  const measureLoad = async (load: TaskLoad, name: string): Promise<CalibratedLoad> => {
    report(`measuring ${name}`);
    return { load, measured: await instance.measure(() => runTaskLoad(instance, load)) };
  };
  if (dashboard) report('measuring answers and pages');
  // Before the tasks, whose garbage would add to the cost of pages.
  const dashboardRuns = dashboard && (await measureDashboard(instance, dashboard));
  const tasks = {
    batches: await measureLoad(taskLoads.batches, 'batches'),
    batchesOf25: await measureLoad(taskLoads.batchesOf25, 'batchesOf25'),
    batchesOf40: await measureLoad(taskLoads.batchesOf40, 'batchesOf40'),
    batchesOf10: await measureLoad(taskLoads.batchesOf10, 'batchesOf10'),
    frequentSingles: await measureLoad(taskLoads.frequentSingles, 'frequentSingles'),
    singles: await measureLoad(taskLoads.singles, 'singles'),
    rareSingles: await measureLoad(taskLoads.rareSingles, 'rareSingles'),
  };
  const mock = await measureLoad(mockBatches, 'mockBatches');
  return {
    tasks,
    mockBatches: mock,
    dashboard: dashboardRuns,
    idle,
    vacuumMs: await instance.getVacuumMsPerTask(),
  };
}

async function measureDashboard(
  { measure }: MeasuredInstance,
  dashboard: DashboardLoad,
): Promise<DashboardRuns> {
  return {
    answers: await measure(() => dashboard.receiveAnswers(answerCount)),
    lowRateAnswers: await measure(() => dashboard.receiveAnswers(lowRateAnswers.count, lowRateAnswers.rate)),
    pages: await measure(() => dashboard.viewPages(pageViews.count, pageViews.rate)),
  };
}

export const measuredCounts = {
  answers: answerCount,
  lowRateAnswers: lowRateAnswers.count,
  pages: pageViews.count,
};

/** Estimates the cost of each kind of work, with the sandbox as the provider. */
export function estimateCosts({ idle, tasks, dashboard }: Calibration): Costs {
  const toRun = ({ used }: Measurement, work: Partial<Work>): MeasuredRun => ({
    work: { ...noWork, seconds: used.seconds, activeSeconds: used.seconds, ...work },
    times: used.times,
  });
  return fitCosts([
    toRun(idle, { activeSeconds: 0 }),
    ...Object.values(tasks).map(({ load, measured }) => toRun(measured, toTaskWork(load, measured))),
    ...(dashboard
      ? [
          toRun(dashboard.answers, {
            answers: answerCount,
            ingestBatches: countIngestBatches(dashboard.answers),
          }),
          toRun(dashboard.lowRateAnswers, {
            answers: lowRateAnswers.count,
            ingestBatches: countIngestBatches(dashboard.lowRateAnswers),
          }),
          toRun(dashboard.pages, { pageViews: pageViews.count }),
        ]
      : []),
  ]);
}

function toTaskWork({ tasks, batch }: TaskLoad, measured: Measurement): Partial<Work> {
  return { tasks, requests: Math.ceil(tasks / batch), operations: countOperations(measured) };
}

/** Returns the number of queue operations (claims and settlements) that a worker ran. */
export function countOperations({ operations }: Measurement): number {
  return Object.entries(operations).reduce(
    (sum, [name, { count }]) => sum + (name === 'ingest' ? 0 : count),
    0,
  );
}

/** Returns the number of batches in which a worker ingested answers. */
function countIngestBatches({ operations }: Measurement): number {
  return operations.ingest?.count ?? 0;
}

/**
 * Predicts the number of batches in which a worker ingests answers that arrive at `rate` per second. A batch starts when
 * an answer arrives; the answers that arrive before it ends are ingested in the next batch.
 */
export function predictIngestBatches({ dashboard }: Calibration, answers: number, rate: number): number {
  if (!dashboard || rate === 0) return 0;
  const answersPerBatch = lowRateAnswers.count / Math.max(1, countIngestBatches(dashboard.lowRateAnswers));
  const cycleSeconds = Math.max(0, answersPerBatch - 1) / lowRateAnswers.rate;
  return answers / (1 + rate * cycleSeconds);
}

/** Milliseconds that each answer and each webhook spends on the network, in addition to its CPU time. */
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
  // Half of a task's CPU time is spent on its answer, half on its webhook.
  const service = { baseMs: networkMs, itemMs: costs.tasks.worker / 2 };
  return {
    tasks: { claim: getDuration('tasks claim'), settle: getDuration('tasks settle') },
    deliveries: { claim: getDuration('deliveries claim'), settle: getDuration('deliveries settle') },
    provider: service,
    delivery: service,
  };
}
