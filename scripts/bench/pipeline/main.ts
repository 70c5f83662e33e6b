import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openDatabase } from '#lib/db/database';
import { queues } from '#scripts/bench/pipeline/no-op-jobs';
import {
  type BenchProvider,
  type IdleLatency,
  measureIdleLatency,
  type RunResult,
  runTasks,
  withPipeline,
} from '#scripts/bench/pipeline/run-tasks';
import { alignColumns } from '#scripts/bench/table';
import {
  createOrganizations,
  type TemporaryDatabase,
  withTemporaryDatabase,
} from '#scripts/bench/temporary-database';
import { startMockProviders } from '#scripts/mock-providers/server';

/** Each organization can run 100 tasks concurrently, so together they never limit the worker. */
const organizationCount = 10;
const idleTasks = 300;
const warmUpTasks = 1_000;
/** Rounds of each queue; the queues take turns, and the best round of each counts. */
const queueRounds = 3;

const optionsSchema = z.object({
  tasks: z.coerce.number('--tasks must be a number.').min(1, '--tasks must be at least 1.').max(500_000),
  jobs: z.coerce.number('--jobs must be a number.').min(1, '--jobs must be at least 1.').max(500_000),
  minutes: z.coerce.number('--minutes must be a number.').min(0, '--minutes cannot be negative.').max(120),
});

/**
 * Measures the path of a task from its creation to its delivered webhook, on a temporary PostgreSQL, and no-op jobs of
 * the dispatcher, pg-boss and graphile-worker on the same database.
 *
 * Options: --tasks N (of each run), --jobs N (of each queue), --minutes N (keeps running with the instant provider for
 * that long, and prints the worker's memory over this time at the end).
 * @returns tables
 */
export async function benchPipeline(): Promise<string> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      tasks: { type: 'string', default: '10000' },
      jobs: { type: 'string', default: '20000' },
      minutes: { type: 'string', default: '0' },
    },
  });
  const { tasks, jobs, minutes } = optionsSchema.parse(values);
  const parameters = { shared_preload_libraries: 'pg_stat_statements' };
  return withTemporaryDatabase(parameters, async (database) => {
    const db = openDatabase(database.url, { max: 2 });
    const organizations = await createOrganizations(db, organizationCount);
    await db.$client.end();
    const mock = await startMockProviders({ folder: 'fixtures/providers' });
    const mockSettings = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: mock.url };
    const measure = (provider: BenchProvider, settings = {}) =>
      withPipeline({ database, organizations }, { provider, settings }, async (pipeline) => {
        await runTasks(pipeline, warmUpTasks);
        const result = await runTasks(pipeline, tasks);
        const idle = provider === 'instant' ? await measureIdleLatency(pipeline, idleTasks) : undefined;
        const memory: number[] = [];
        const endsAt = performance.now() + minutes * 60_000;
        while (provider === 'instant' && performance.now() < endsAt) {
          const minuteEndsAt = performance.now() + 60_000;
          while (performance.now() < minuteEndsAt)
            memory.push((await runTasks(pipeline, tasks)).memoryMb.after);
        }
        return { provider, result, idle, memory };
      });
    const instant = await measure('instant');
    const runs = [instant, await measure('sandbox'), await measure('mock server', mockSettings)];
    await mock.close();
    const rates = await measureQueues(database, jobs);
    return [
      formatRuns(runs),
      '',
      `Idle: ${formatIdle(instant.idle)}`,
      ...(minutes > 0
        ? [`Memory of the worker over ${minutes} minutes, in MB: ${formatMemory(instant.memory)}`]
        : []),
      '',
      'Where the database spends its time with the instant provider:',
      formatStages(instant.result),
      '',
      formatQueues(rates, instant.result),
      `Load average at the end: ${loadavg()[0]?.toFixed(2)}`,
    ].join('\n');
  });
}

async function measureQueues({ adminUrl }: TemporaryDatabase, jobs: number): Promise<Map<string, number>> {
  const best = new Map<string, number>();
  for (let round = 0; round < queueRounds; round += 1) {
    for (const [name, measureQueue] of Object.entries(queues)) {
      best.set(name, Math.max(best.get(name) ?? 0, await measureQueue(adminUrl, jobs)));
    }
  }
  return best;
}

function formatRuns(runs: readonly { provider: BenchProvider; result: RunResult }[]): string {
  const header = [
    '',
    'tasks',
    'created/s',
    'tasks/s',
    'duplicate webhooks',
    'CPU ms per task: web',
    'worker',
    'database',
  ];
  const rows = runs.map(({ provider, result }) => [
    provider,
    String(result.tasks),
    result.creationsPerSecond.toFixed(0),
    result.tasksPerSecond.toFixed(0),
    String(result.duplicateWebhooks),
    ...[result.cpuSeconds.web, result.cpuSeconds.worker, result.cpuSeconds.postgres].map((seconds) =>
      ((seconds / result.tasks) * 1000).toFixed(2),
    ),
  ]);
  return alignColumns([header, ...rows]);
}

function formatStages({ stages, tasks }: RunResult): string {
  const rows = stages.map(({ stage, calls, rows: count, seconds }) => [
    stage,
    String(calls),
    String(count),
    (seconds * 1000).toFixed(0),
    ((seconds / tasks) * 1e6).toFixed(0),
  ]);
  return alignColumns([['', 'calls', 'rows', 'ms', 'µs per task'], ...rows]);
}

function formatIdle(idle: IdleLatency | undefined): string {
  if (!idle) return 'not measured';
  const formatQuantile = (times: readonly number[], share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
  const formatTimes = (times: readonly number[]) =>
    `p50 ${formatQuantile(times, 0.5)} ms, p99 ${formatQuantile(times, 0.99)} ms`;
  return `creation to start ${formatTimes(idle.toStart)}; request to webhook ${formatTimes(idle.toWebhook)} (${idleTasks} tasks)`;
}

function formatMemory(readings: readonly number[]): string {
  const step = Math.max(1, Math.floor(readings.length / 20));
  return readings
    .filter((_, index) => index % step === 0)
    .map((mb) => mb.toFixed(0))
    .join(' ');
}

function formatQueues(rates: ReadonlyMap<string, number>, { tasksPerSecond }: RunResult): string {
  const rows = [...rates].map(([name, rate]) => [name, rate.toFixed(0), (tasksPerSecond / rate).toFixed(2)]);
  return alignColumns([['', 'no-op jobs/s', 'tasks/s ÷ no-op jobs/s'], ...rows]);
}
