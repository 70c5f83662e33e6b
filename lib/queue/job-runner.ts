import { PgBoss, type StopOptions } from 'pg-boss';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { jobSeconds } from '#lib/core/process-metrics';
import { traceWork } from '#lib/core/tracing';
import { openDatabase } from '#lib/db/database';
import { InvalidPayloadError, type Job, type JobHandler, schemaName } from '#lib/queue/jobs';
import { listen } from '#lib/queue/listen';

/** After this long without a heartbeat, a worker counts as killed and its job is retried. */
const heartbeatSeconds = 12;
const heartbeatRefreshSeconds = 3;
/** Interval at which a worker looks for jobs without a heartbeat. If it dies, another worker takes over within twice this time. */
const superviseSeconds = 5;
/** Interval at which the worker that runs recurring jobs checks which are due. */
const cronCheckSeconds = 10;

/** Creates the queues of jobs, so that `enqueue` works before a worker has started. Idempotent. */
export async function createJobQueues(databaseUrl: string, jobs: readonly Job[]): Promise<void> {
  const { boss, stop } = await openBoss(databaseUrl, { isWorker: false });
  try {
    await ensureQueues(boss, jobs);
  } finally {
    await stop({ graceful: false });
  }
}

/** Starts running jobs in this process; creates missing queues first. */
export async function startJobRunner(databaseUrl: string, handlers: readonly JobHandler[]) {
  const { boss, stop: stopBoss } = await openBoss(databaseUrl, { isWorker: true });
  const jobs = handlers.map(({ job }) => job);
  await ensureQueues(boss, jobs);
  // Jobs that were renamed or removed leave their schedules behind.
  const names = new Set(jobs.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
  const stopping = new AbortController();
  for (const handler of handlers) {
    const { job, cron } = handler;
    if (cron === undefined) await boss.unschedule(job.name);
    else await boss.schedule(job.name, cron, {}, { tz: 'UTC' });
    const options = {
      localConcurrency: job.concurrency,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
      heartbeatRefreshSeconds,
      perJobResults: true as const,
    };
    await boss.work<unknown>(job.name, options, (claimed) =>
      Promise.all(
        claimed.map(({ id, data, signal }) =>
          runJob(handler, id, data, AbortSignal.any([signal, stopping.signal])),
        ),
      ),
    );
  }
  return {
    /** Stops claiming jobs, aborts running ones and waits up to `seconds` for them to end. */
    async stop(seconds: number) {
      stopping.abort();
      await stopBoss({ graceful: true, timeout: seconds * 1000 });
    },
  };
}

async function runJob(handler: JobHandler, id: string, payload: unknown, signal: AbortSignal) {
  const endTimer = jobSeconds.startTimer({ job: handler.job.name });
  try {
    const run = () => handler.run(payload, { id, signal });
    // Recurring jobs are not traced, because they rarely find anything to do.
    if (handler.cron !== undefined) await run();
    else await traceWork(`job ${handler.job.name}`, { kind: 'internal' }, run);
    endTimer({ outcome: 'completed' });
    return { id, status: 'completed' as const };
  } catch (error) {
    endTimer({ outcome: 'failed' });
    log.warn({ job: handler.job.name, id, error: describeError(error) }, 'job failed');
    const status = error instanceof InvalidPayloadError ? ('deadletter' as const) : ('failed' as const);
    return { id, status, output: { message: describeError(error) } };
  }
}

/**
 * Starts pg-boss with connections whose errors are handled until they are closed. pg-boss removes the error listener of its
 * LISTEN connection before closing it; without a listener of our own, a connection lost at that moment would end the process.
 */
async function openBoss(databaseUrl: string, { isWorker }: { isWorker: boolean }) {
  const name = 'answerscope-jobs';
  const { $client: pool } = openDatabase(databaseUrl, { name, max: 4 });
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onNotification, onReconnect) {
        const notify = (payload?: string) =>
          payload === undefined ? onReconnect() : onNotification(payload);
        const listener = await listen({ databaseUrl, name, channels: { [channel]: notify } });
        return { close: listener.stop };
      },
    },
    schema: schemaName,
    schedule: isWorker,
    supervise: isWorker,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: cronCheckSeconds,
    useListenNotify: isWorker,
  });
  boss.on('error', (error) => log.warn({ error: describeError(error) }, 'pg-boss error'));
  const stop = async (options: StopOptions) => {
    await boss.stop(options);
    if (!pool.ending) await pool.end();
  };
  try {
    await boss.start();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { boss, stop };
}

async function ensureQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name, policy, retries, retrySeconds, expireSeconds } of jobs) {
    const options = {
      retryLimit: retries,
      retryDelay: retrySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 24 * 3600,
      heartbeatSeconds,
      notify: true,
    };
    await boss.createQueue(name, { policy, ...options });
    await boss.updateQueue(name, options);
  }
}
