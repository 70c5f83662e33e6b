import { Logger, makeWorkerUtils, run as runGraphileWorker } from 'graphile-worker';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { startDispatcher } from '#lib/queue/dispatcher';

/** Measures how many no-op jobs a queue runs per second. */
type MeasureQueue = (databaseUrl: string, jobs: number) => Promise<number>;

/** Returns the sizes of the batches in which jobs are inserted. */
function splitJobs(jobs: number): number[] {
  const batchSize = 1_000;
  return Array.from({ length: Math.ceil(jobs / batchSize) }, (_, index) =>
    Math.min(batchSize, jobs - index * batchSize),
  );
}

/** Measures the dispatcher of tasks and deliveries on a table of jobs that do nothing. */
const measureDispatcher: MeasureQueue = async (databaseUrl, jobs) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  await pool.query(`
    DROP TABLE IF EXISTS no_op_jobs;
    CREATE TABLE no_op_jobs (id bigint PRIMARY KEY, status text NOT NULL DEFAULT 'queued', attempt int NOT NULL DEFAULT 0,
      leased_until timestamptz);
    CREATE INDEX no_op_jobs_queued ON no_op_jobs (id) WHERE status = 'queued';`);
  await pool.query('INSERT INTO no_op_jobs (id) SELECT generate_series(1, $1)', [jobs]);
  await pool.query('ANALYZE no_op_jobs');
  let done = 0;
  const finished = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const dispatcher = startDispatcher<{ id: string; attempt: number }, null>(
    {
      name: 'no-op jobs',
      async claim(limit) {
        const { rows } = await pool.query<{ id: string; attempt: number }>({
          name: 'claim',
          text: `
            UPDATE no_op_jobs SET status = 'running', attempt = attempt + 1, leased_until = now() + interval '30 s'
            WHERE id = ANY (ARRAY(
              SELECT id FROM no_op_jobs WHERE status = 'queued' ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
            RETURNING id, attempt`,
          values: [limit],
        });
        return rows;
      },
      run: async () => null,
      async settle(settlements) {
        const { rowCount } = await pool.query({
          name: 'settle',
          text: `
            UPDATE no_op_jobs j SET status = 'done', leased_until = NULL
            FROM unnest($1::bigint[], $2::int[]) AS o (id, attempt)
            WHERE j.id = o.id AND j.attempt = o.attempt AND j.status = 'running'`,
          values: [settlements.map(({ item }) => item.id), settlements.map(({ item }) => item.attempt)],
        });
        done += rowCount ?? 0;
        if (done >= jobs) finished.resolve();
      },
      renew: async () => [],
      release: async () => {},
    },
    { concurrency: 2_000, leaseMs: 30_000, pollMs: 1_000, batchSize: 1_000 },
  );
  await finished.promise;
  const seconds = (performance.now() - startedAt) / 1000;
  await dispatcher.stop(0);
  await pool.end();
  return jobs / seconds;
};

/**
 * Creates the measurement of pg-boss as applications use it: `work` calls a handler.
 * @param batchSize jobs per call
 */
function measurePgBoss(batchSize: number): MeasureQueue {
  return async (databaseUrl, jobs) => {
    const boss = new PgBoss({
      connectionString: databaseUrl,
      schema: 'bench_boss',
      supervise: false,
      schedule: false,
    });
    boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
    await boss.start();
    const queue = 'no-op';
    await boss.createQueue(queue);
    await boss.deleteAllJobs(queue);
    for (const count of splitJobs(jobs)) {
      await boss.insert(
        queue,
        Array.from({ length: count }, () => ({ data: {} })),
      );
    }
    let done = 0;
    const finished = Promise.withResolvers<void>();
    const options = { batchSize, localConcurrency: 8, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
    const startedAt = performance.now();
    await boss.work(queue, options, async (claimed) => {
      done += claimed.length;
      if (done >= jobs) finished.resolve();
    });
    await finished.promise;
    const seconds = (performance.now() - startedAt) / 1000;
    await boss.stop({ graceful: false });
    return jobs / seconds;
  };
}

/** Measures graphile-worker with its settings for throughput: jobs are claimed ahead and completed in batches. */
const measureGraphileWorker: MeasureQueue = async (databaseUrl, jobs) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  // graphile-worker warns about pools without error handlers.
  const warn = (error: Error) => process.stderr.write(`graphile-worker: ${error.message}\n`);
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  let done = 0;
  const finished = Promise.withResolvers<void>();
  const schema = 'bench_graphile';
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ pgPool: pool, schema, logger });
  await utils.migrate();
  for (const count of splitJobs(jobs)) {
    await utils.addJobs(Array.from({ length: count }, () => ({ identifier: 'noOp', payload: {} })));
  }
  await utils.release();
  const startedAt = performance.now();
  const runner = await runGraphileWorker({
    pgPool: pool,
    logger,
    noHandleSignals: true,
    taskList: {
      noOp() {
        done += 1;
        if (done === jobs) finished.resolve();
      },
    },
    preset: {
      worker: {
        schema,
        concurrentJobs: 24,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  await finished.promise;
  const seconds = (performance.now() - startedAt) / 1000;
  await runner.stop();
  await pool.end();
  return jobs / seconds;
};

export const queues: Record<string, MeasureQueue> = {
  dispatcher: measureDispatcher,
  'pg-boss, 10 jobs per call': measurePgBoss(10),
  'pg-boss, 1,000 jobs per call': measurePgBoss(1_000),
  'graphile-worker': measureGraphileWorker,
};
