import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Calibration, calibrate, measuredCounts } from '#scripts/bench/scaling/calibrate';
import { createDashboardLoad, type DashboardLoad } from '#scripts/bench/scaling/dashboard-load';
import {
  type MeasuredInstance,
  type Measurement,
  withMeasuredInstance,
} from '#scripts/bench/scaling/instance';
import { sumTimes } from '#scripts/bench/scaling/model';
import { combineResources } from '#scripts/bench/scaling/resources';
import { alignColumns } from '#scripts/bench/table';

/**
 * Starts an instance with web process, worker and PostgreSQL, and measures the costs of a task, an answer and a page view.
 * @returns a table
 */
export function benchCosts(): Promise<string> {
  return withCalibration(async ({ calibration }) =>
    [formatCosts(calibration), `Load average at the end: ${loadavg()[0]?.toFixed(2)}`].join('\n'),
  );
}

interface CalibratedInstance {
  instance: MeasuredInstance;
  /** Null with `--tasks-only`. */
  dashboard: DashboardLoad | null;
  calibration: Calibration;
}

/** Starts an instance, measures each kind of work alone and calls `run`. With `--tasks-only`, no pages are built. */
export function withCalibration(run: (calibrated: CalibratedInstance) => Promise<string>): Promise<string> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { 'tasks-only': { type: 'boolean', default: false } },
  });
  const hasPages = !values['tasks-only'];
  return withMeasuredInstance(
    async (instance) => {
      const dashboard = hasPages ? await createDashboardLoad(instance) : null;
      return run({ instance, dashboard, calibration: await calibrate(instance, dashboard, reportProgress) });
    },
    { hasPages },
  );
}

export function reportProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Formats the costs of one unit of each kind of work, without those of the idle instance. If an instance under load used
 * less than the idle one, the cost is 0.
 */
export function formatCosts(calibration: Calibration): string {
  const { idle, tasks, mockBatches, dashboard, vacuumMs } = calibration;
  const { batches, batchesOf40, batchesOf10, frequentSingles, singles } = tasks;
  const header = [
    '',
    'CPU ms: web',
    'worker',
    'PostgreSQL',
    'all',
    'round trips',
    'WAL KB',
    'database KB',
    'web I/O KB',
    'worker I/O KB',
  ];
  const formatRow = (name: string, measured: Measurement, units: number) => {
    const perUnit = getCostsPerUnit(measured, idle, units);
    const { times, roundTrips, walBytes, databaseBytes, webBytes, workerBytes } = perUnit;
    return [
      name,
      ...[times.web, times.worker, times.postgres, sumTimes(times)].map((ms) => ms.toFixed(2)),
      roundTrips.toFixed(1),
      ...[walBytes, databaseBytes, webBytes, workerBytes].map((bytes) => (bytes / 1000).toFixed(1)),
    ];
  };
  const { used } = idle;
  const share = (ms: number) => `${(ms / used.seconds / 10).toFixed(1)}%`;
  return [
    alignColumns([
      header,
      formatRow('task, 100 per request, sandbox', batches.measured, batches.load.tasks),
      formatRow('task, 100 per request, mock server', mockBatches.measured, mockBatches.load.tasks),
      formatRow('task, 40 per request, 200 tasks/s', batchesOf40.measured, batchesOf40.load.tasks),
      formatRow('task, 10 per request, 50 tasks/s', batchesOf10.measured, batchesOf10.load.tasks),
      formatRow('task, 1 per request, 60 tasks/s', frequentSingles.measured, frequentSingles.load.tasks),
      formatRow('task, 1 per request, 20 tasks/s', singles.measured, singles.load.tasks),
      ...(dashboard
        ? [
            formatRow('answer received and ingested', dashboard.answers, measuredCounts.answers),
            formatRow('the same, 10/s', dashboard.lowRateAnswers, measuredCounts.lowRateAnswers),
            formatRow('page view', dashboard.pages, measuredCounts.pages),
          ]
        : []),
    ]),
    `Idle: web ${share(used.times.web)} of a processor, worker ${share(used.times.worker)}, PostgreSQL ${share(used.times.postgres)}, ` +
      `${(used.roundTrips / used.seconds).toFixed(0)} round trips/s.`,
    `In addition, vacuuming the queue takes ${vacuumMs.toFixed(2)} ms of PostgreSQL per task.`,
  ].join('\n');
}

function getCostsPerUnit({ used }: Measurement, idle: Measurement, units: number) {
  const idleShare = used.seconds / idle.used.seconds;
  const net = combineResources(used, idle.used, (value, idleValue) => value - idleValue * idleShare);
  return combineResources(net, net, (value) => Math.max(0, value / units));
}
