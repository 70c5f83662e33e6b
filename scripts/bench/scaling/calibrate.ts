import { setTimeout as wait } from 'node:timers/promises';
import type { DashboardLoad } from '#scripts/bench/scaling/dashboard-load';
import type { Measured, MeasuredInstance } from '#scripts/bench/scaling/instance';
import {
  type Costs,
  fitCosts,
  fitNonNegative,
  type MeasuredRun,
  noWork,
  type Work,
} from '#scripts/bench/scaling/model';
import type { Duration, WorkerModel } from '#scripts/bench/scaling/simulate';
import { runTaskLoad, type TaskLoad } from '#scripts/bench/scaling/task-load';

/** Every recurring job runs at least once a minute. */
const idleSeconds = 60;
const answerCount = 1_000;
const slowAnswers = { count: 200, rate: 10 };
const pageCount = 60;

/** Runs whose processor time the costs are estimated from. */
export interface Calibration {
  idle: Measured;
  /** Tasks in requests of 100, as fast as possible: answered by the sandbox and by the mock server. */
  batches: CalibratedLoad;
  mockBatches: CalibratedLoad;
  /** Tasks in requests of 1, and of 10, at a low rate. */
  singles: CalibratedLoad;
  tens: CalibratedLoad;
  /** Answers as fast as possible, and at a low rate. */
  answers: Measured;
  slowAnswers: Measured;
  pages: Measured;
}

export interface CalibratedLoad {
  load: TaskLoad;
  measured: Measured;
}

const loads = {
  batches: { taskType: 'GEN', tasks: 2_000, batch: 100 },
  mockBatches: { taskType: 'CHAT', tasks: 1_000, batch: 100 },
  singles: { taskType: 'GEN', tasks: 300, batch: 1, rate: 20 },
  tens: { taskType: 'GEN', tasks: 1_000, batch: 10, rate: 50 },
} as const satisfies Record<string, TaskLoad>;

/** Runs each kind of work once to warm up, and then alone. Takes about four minutes. */
export async function calibrate(
  instance: MeasuredInstance,
  dashboard: DashboardLoad,
  report: (line: string) => void,
): Promise<Calibration> {
  report('warming up');
  await runTaskLoad(instance, { ...loads.batches, tasks: 1_000 });
  await runTaskLoad(instance, { ...loads.mockBatches, tasks: 500 });
  await dashboard.receiveAnswers(300);
  await dashboard.viewPages(40);
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
    answers: await instance.measure(() => dashboard.receiveAnswers(answerCount)),
    slowAnswers: await instance.measure(() => dashboard.receiveAnswers(slowAnswers.count, slowAnswers.rate)),
    pages: await instance.measure(() => dashboard.viewPages(pageCount)),
    idle: await instance.measure(() => wait(idleSeconds * 1000)),
  };
}

export const measuredUnits = { answers: answerCount, slowAnswers: slowAnswers.count, pages: pageCount };

/** Estimates the cost of each kind of work, with the sandbox as the provider. */
export function estimateCosts({
  idle,
  batches,
  singles,
  tens,
  answers,
  slowAnswers: slow,
  pages,
}: Calibration): Costs {
  const toRun = ({ used }: Measured, work: Partial<Work>): MeasuredRun => ({
    work: { ...noWork, seconds: used.seconds, ...work },
    times: used.times,
  });
  return fitCosts([
    toRun(idle, {}),
    ...[batches, singles, tens].map(({ load, measured }) => toRun(measured, toTaskWork(load, measured))),
    toRun(answers, { answers: answerCount, ingests: countIngests(answers) }),
    toRun(slow, { answers: slowAnswers.count, ingests: countIngests(slow) }),
    toRun(pages, { pageViews: pageCount }),
  ]);
}

function toTaskWork({ tasks, batch }: TaskLoad, measured: Measured): Partial<Work> {
  return { tasks, requests: Math.ceil(tasks / batch), operations: countOperations(measured) };
}

/** Returns the number of claims and settlements of a worker. */
export function countOperations({ operations }: Measured): number {
  return Object.entries(operations).reduce(
    (sum, [name, { count }]) => sum + (name === 'ingest' ? 0 : count),
    0,
  );
}

/** Returns the number of batches in which a worker ingested answers. */
function countIngests({ operations }: Measured): number {
  return operations.ingest?.count ?? 0;
}

/**
 * Returns a function that predicts the number of batches in which answers are ingested, from their number and their rate
 * per second. A batch starts when an answer arrives, and contains those that have arrived since the previous batch.
 */
export function estimateIngests({
  slowAnswers: slow,
}: Calibration): (answers: number, rate: number) => number {
  const cycleSeconds =
    Math.max(0, slowAnswers.count / Math.max(1, countIngests(slow)) - 1) / slowAnswers.rate;
  return (answers, rate) => answers / (1 + rate * cycleSeconds);
}

/** Milliseconds that a task waits for the network. */
const networkMs = 2;

/** Estimates how long the statements of a worker take, by number of items. */
export function estimateWorker({ batches, singles, tens }: Calibration, costs: Costs): WorkerModel {
  const runs = [batches, singles, tens];
  const estimate = (name: string): Duration => {
    const totals = runs.map(({ measured }) => measured.operations[name] ?? { count: 0, seconds: 0 });
    const rows = runs.map(({ load }, index) => [totals[index]?.count ?? 0, load.tasks]);
    const [baseMs = 0, itemMs = 0] = fitNonNegative(
      rows,
      totals.map(({ seconds }) => seconds * 1000),
    );
    return { baseMs, itemMs };
  };
  // Half of a task's time is spent on its answer, half on its webhook.
  const service = { baseMs: networkMs, itemMs: costs.tasks.worker / 2 };
  return {
    tasks: { claim: estimate('tasks claim'), settle: estimate('tasks settle') },
    deliveries: { claim: estimate('deliveries claim'), settle: estimate('deliveries settle') },
    provider: service,
    delivery: service,
  };
}
