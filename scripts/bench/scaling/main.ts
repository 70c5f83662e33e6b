import { loadavg } from 'node:os';
import {
  type Calibration,
  countOperations,
  estimateCosts,
  modelWorker,
  predictIngestBatches,
} from '#scripts/bench/scaling/calibrate';
import { formatCosts, reportProgress, withCalibration } from '#scripts/bench/scaling/costs';
import type { DashboardLoad } from '#scripts/bench/scaling/dashboard-load';
import type { MeasuredInstance } from '#scripts/bench/scaling/instance';
import { type Machines, planMachines, predictLimit, type Usage } from '#scripts/bench/scaling/machines';
import { type Costs, noWork, predictTimes, processKinds, sumTimes } from '#scripts/bench/scaling/model';
import { simulateWorker } from '#scripts/bench/scaling/simulate';
import { runTaskLoad, type TaskLoad } from '#scripts/bench/scaling/task-load';
import { alignColumns } from '#scripts/bench/table';

/** A load that the costs were not estimated from: tasks, and optionally answers and page views per second. */
interface Check extends TaskLoad {
  name: string;
  answersPerSecond?: number;
  pagesPerSecond?: number;
}

const checks: Check[] = [
  { name: '10 tasks/s, 1 per request', taskType: 'GEN', tasks: 300, batch: 1, rate: 10 },
  { name: '40 tasks/s, 1 per request', taskType: 'GEN', tasks: 800, batch: 1, rate: 40 },
  { name: '100 tasks/s, 25 per request', taskType: 'GEN', tasks: 2_000, batch: 25, rate: 100 },
  { name: 'as fast as possible, 50 per request', taskType: 'GEN', tasks: 12_000, batch: 50 },
  {
    name: '20 tasks/s, 20 answers/s, 2 pages/s',
    taskType: 'GEN',
    tasks: 400,
    batch: 5,
    rate: 20,
    answersPerSecond: 20,
    pagesPerSecond: 2,
  },
];

/** Quantity that is shown, because the CPU times depend on it, but whose difference may exceed the maximum. */
const countedOperations = 'claims and settlements';
const maxDifference = 0.25;
const plannedRates = [1, 10, 1_000, 100_000];
/** Every task answers a prompt of the dashboard, and one page is viewed per 100 answers. */
const plannedUsage = { batch: 100, answers: 1, ingestBatches: 0.01, pageViews: 0.01 };
/** Seconds that providers take to answer, and tasks that a worker processes concurrently (`WORKER_CONCURRENCY`). */
const plannedWorkers = { latencySeconds: 8, concurrency: 256 };

/**
 * Estimates the cost of each kind of work, predicts the CPU time and the throughput of other loads with a simulation of
 * the worker's queues, and compares the predictions with measurements. CPU time is compared instead of elapsed
 * time, because it does not depend on what else the machine does.
 * Option --tasks-only: leaves out answers and page views, so that no pages are built.
 * @returns the costs, the comparison and the machines for several rates
 * @throws Error with the same text if a predicted CPU time or throughput is off by more than 25%
 */
export function benchScaling(): Promise<string> {
  return withCalibration(async ({ instance, dashboard, calibration }) => {
    const costs = estimateCosts(calibration);
    const rows: ComparedRow[] = [];
    for (const check of checks) {
      if (check.answersPerSecond && !dashboard) continue;
      reportProgress(`checking ${check.name}`);
      rows.push(...(await runCheck({ instance, dashboard, calibration, costs }, check)));
    }
    const { load, measured } = calibration.tasks.batches;
    const usage: Usage = { ...plannedUsage, operations: countOperations(measured) / load.tasks };
    const { tasks } = costs;
    const plannedCosts = {
      ...costs,
      tasks: { ...tasks, postgres: tasks.postgres + calibration.vacuumMs },
    };
    const plans = plannedRates.map((rate) => planMachines(plannedCosts, usage, { rate, ...plannedWorkers }));
    const isOff = rows.some(
      ({ quantity, difference }) => quantity !== countedOperations && Math.abs(difference) > maxDifference,
    );
    const text = [
      formatCosts(calibration),
      '',
      'Other loads, predicted and measured:',
      formatRows(rows),
      `Goal: every difference at most ${maxDifference * 100}%, except in ${countedOperations}: ${isOff ? 'missed' : 'met'}.`,
      '',
      formatPlans(plans),
      `Load average at the end: ${loadavg()[0]?.toFixed(2)}`,
    ].join('\n');
    if (isOff) throw new Error(text);
    return text;
  });
}

interface CheckContext {
  instance: MeasuredInstance;
  dashboard: DashboardLoad | null;
  calibration: Calibration;
  costs: Costs;
}

interface ComparedRow {
  load: string;
  quantity: string;
  predicted: number;
  measured: number;
  difference: number;
}

async function runCheck(
  { instance, dashboard, calibration, costs }: CheckContext,
  check: Check,
): Promise<ComparedRow[]> {
  const { name, tasks, batch, rate, answersPerSecond = 0, pagesPerSecond = 0 } = check;
  const loadSeconds = tasks / (rate ?? tasks);
  const answers = Math.round(answersPerSecond * loadSeconds);
  const pageViews = Math.round(pagesPerSecond * loadSeconds);
  /** Of the three runs that are measured, in seconds. */
  const durations: number[] = [];
  const measured = await instance.measure(async () => {
    const startedAt = performance.now();
    await Promise.all([
      runTaskLoad(instance, check),
      ...(answers > 0 ? [dashboard?.receiveAnswers(answers, answersPerSecond)] : []),
      ...(pageViews > 0 ? [dashboard?.viewPages(pageViews, pagesPerSecond)] : []),
    ]);
    durations.push((performance.now() - startedAt) / 1000);
  });
  const { operations } = simulateWorker(modelWorker(measured, costs), check);
  const { seconds: measuredSeconds } = measured.used;
  const times = predictTimes(costs, {
    ...noWork,
    seconds: measuredSeconds,
    activeSeconds: measuredSeconds,
    requests: tasks / batch,
    tasks,
    operations,
    answers,
    pageViews,
    ingestBatches: predictIngestBatches(calibration, answers, answersPerSecond),
  });
  const toRow = (quantity: string, predicted: number, actual: number): ComparedRow => ({
    load: name,
    quantity,
    predicted,
    measured: actual,
    difference: predicted / actual - 1,
  });
  const rows = [
    toRow(countedOperations, operations, countOperations(measured)),
    ...processKinds.map((kind) => toRow(`${kind}, ms`, times[kind], measured.used.times[kind])),
  ];
  if (rate !== undefined) return rows;
  const seconds = durations.sort((a, b) => a - b)[1] ?? 0;
  const cores = sumTimes(measured.used.times) / 1000 / seconds;
  return [...rows, toRow('tasks/s', predictRate(check, { costs, operations, cores }), tasks / seconds)];
}

/** Predicts the tasks per second on the CPU cores that other processes on the machine left to the instance. */
function predictRate(
  { tasks, batch }: Check,
  { costs, operations, cores }: { costs: Costs; operations: number; cores: number },
): number {
  const usage: Usage = { batch, operations: operations / tasks, answers: 0, ingestBatches: 0, pageViews: 0 };
  return predictLimit(costs, usage, cores).rate;
}

function formatRows(rows: readonly ComparedRow[]): string {
  return alignColumns([
    ['', '', 'predicted', 'measured', 'difference'],
    ...rows.map(({ load, quantity, predicted, measured, difference }) => [
      load,
      quantity,
      predicted.toFixed(0),
      measured.toFixed(0),
      `${difference > 0 ? '+' : ''}${(difference * 100).toFixed(0)}%`,
    ]),
  ]);
}

function formatPlans(plans: readonly Machines[]): string {
  return alignColumns([
    [
      ...['tasks/s', 'processors: web', 'worker', 'PostgreSQL'],
      ...['web processes', 'workers', 'PostgreSQL servers', 'machines'],
    ],
    ...plans.map(({ rate, cores, webProcesses, workerProcesses, databases, machines }) => [
      rate.toLocaleString('en'),
      ...[cores.web, cores.worker, cores.postgres].map((value) => value.toFixed(value < 10 ? 2 : 0)),
      ...[webProcesses, workerProcesses, databases, machines].map((value) => value.toLocaleString('en')),
    ]),
  ]);
}
