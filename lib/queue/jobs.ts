import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

/** Background work that pg-boss runs: a name, the schema of its payload and its retry policy. */
export interface Job<Payload = unknown> {
  name: string;
  schema: z.ZodType<Payload>;
  /** Attempts after the first failed one. */
  retries: number;
  /** Minimum wait before the first retry, randomly extended by up to the same time. The wait doubles with each retry. */
  retrySeconds: number;
  /** An attempt that takes longer counts as failed. */
  expireSeconds: number;
  /** Maximum number of concurrent attempts per worker. */
  concurrency: number;
  /**
   * `standard`: any number. `short`: one queued, any number running. `exclusive`: one queued or running.
   * The last two count per `key` if `enqueue` is given one.
   */
  policy: 'standard' | 'short' | 'exclusive';
}

/** The context of one attempt to run a job. */
export interface JobContext {
  id: string;
  /** Aborted when the attempt expires or the worker stops. */
  signal: AbortSignal;
}

/** A job with the function that runs it and, for a recurring job, its cron expression (UTC). */
export interface JobHandler {
  job: Job;
  run(payload: unknown, context: JobContext): Promise<void>;
  cron: string | undefined;
}

/** The PostgreSQL schema of pg-boss. */
export const schemaName = 'pgboss';

/** Declares a job. Defaults: 5 retries after 2 s or more, 60 s per attempt, concurrency 1, policy `standard`. */
export function defineJob<Payload>(
  job: Pick<Job<Payload>, 'name' | 'schema'> & Partial<Job<Payload>>,
): Job<Payload> {
  return { retries: 5, retrySeconds: 2, expireSeconds: 60, concurrency: 1, policy: 'standard', ...job };
}

/**
 * Declares a job without a payload that runs every minute; the cron expression is passed to `defineHandler`. By default,
 * there is one attempt at a time, and the job is retried once, after one to two seconds, so that it does not wait for the
 * next minute if its worker was killed.
 */
export function definePeriodicJob(name: string, options: Partial<Job<object>> = {}): Job<object> {
  return defineJob({
    name,
    schema: z.object({}),
    policy: 'exclusive',
    retries: 1,
    retrySeconds: 1,
    ...options,
  });
}

/**
 * Declares the handler of a job. A payload that does not match the schema fails without retries.
 * @param cron five fields, UTC; jobs that pg-boss creates from it have the payload `{}`
 */
export function defineHandler<Payload>(
  job: Job<Payload>,
  handler: (payload: Payload, context: JobContext) => Promise<unknown>,
  cron?: string,
): JobHandler {
  return {
    job,
    cron,
    async run(payload, context) {
      const parsed = job.schema.safeParse(payload);
      if (!parsed.success) throw new InvalidPayloadError(`Invalid payload for job ${job.name}.`);
      await handler(parsed.data, context);
    },
  };
}

/** Thrown for a payload that no attempt can process. */
export class InvalidPayloadError extends Error {
  override readonly name = 'InvalidPayloadError';
}

export interface EnqueueOptions {
  /** Jobs with different keys count separately under the policies `short` and `exclusive`. */
  key?: string;
  /** Seconds before the job may start. */
  delaySeconds?: number;
}

const undefinedTable = '42P01';

/**
 * The only statement on pg-boss's own tables. pg-boss's `send` can use the caller's transaction, but only of an instance
 * that was started with a connection of its own and then refreshes its queues every minute, in each process that
 * enqueues. `enqueue` has the caller's connection only. tests/queue/jobs.test.ts compares its rows with those of `send`.
 */
const insertJob = statement({
  name: 'enqueue-job',
  parameters: { name: 'text', payload: 'jsonb', key: 'text?', delaySeconds: 'float8' },
  row: { queues: 'int8', id: 'uuid?', notified: 'void' },
  text: `
    WITH queue AS (
      SELECT * FROM ${schemaName}.queue WHERE name = :name
    ), inserted AS (
      INSERT INTO ${schemaName}.job (name, data, singleton_key, start_after, retry_limit, retry_delay, retry_backoff,
        expire_seconds, deletion_seconds, keep_until, policy, heartbeat_seconds)
      SELECT name, :payload, :key, now() + make_interval(secs => :delaySeconds), retry_limit, retry_delay, retry_backoff,
        expire_seconds, deletion_seconds, now() + make_interval(secs => :delaySeconds + retention_seconds), policy, heartbeat_seconds
      FROM queue
      ON CONFLICT DO NOTHING
      RETURNING id
    )
    SELECT (SELECT count(*) FROM queue) AS queues, (SELECT id FROM inserted) AS id,
      (SELECT pg_notify('pgboss_' || left(encode(sha224('${schemaName}'::bytea), 'hex'), 24), :name)
       FROM inserted WHERE :delaySeconds = 0) AS notified`,
});

/**
 * Enqueues a job in one round trip, inside the caller's transaction if there is one.
 * @returns the job's ID, or undefined if the policy allows no further job
 * @throws ServiceError SERVICE_UNAVAILABLE if no worker has created the queue yet (see `createJobQueues`)
 */
export async function enqueue<Payload>(
  db: Database,
  job: Job<Payload>,
  payload: Payload,
  { key, delaySeconds = 0 }: EnqueueOptions = {},
): Promise<string | undefined> {
  const noQueue = `job ${job.name} has no queue yet`;
  const values = { name: job.name, payload, key, delaySeconds };
  const [inserted] = await insertJob(db, values).catch((error: unknown) => {
    const isTableMissing = error instanceof Error && 'code' in error && error.code === undefinedTable;
    throw isTableMissing
      ? new ServiceError('SERVICE_UNAVAILABLE', { internal: noQueue, cause: error })
      : error;
  });
  if (!inserted?.queues) throw new ServiceError('SERVICE_UNAVAILABLE', { internal: noQueue });
  return inserted.id ?? undefined;
}
