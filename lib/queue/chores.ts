import type { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import type { Database } from '#lib/db/client';

/**
 * A chore: background work that is not a task of the service. It is a name, the shape of its payload and how it
 * is retried; the worker binds it to a handler.
 */
export interface Chore<Payload = unknown> {
  name: string;
  schema: z.ZodType<Payload>;
  /** Tries after the first that failed. */
  retries: number;
  /** Wait before the second try; doubles with each further one. */
  retrySeconds: number;
  /** A try that takes longer counts as failed. */
  expireSeconds: number;
  /** Handlers of this chore one worker runs at once. */
  concurrency: number;
  /**
   * `standard`: any number. `short`: one waiting, any number running. `exclusive`: one waiting or running.
   * The last two count by `key` where `enqueue` names one.
   */
  policy: 'standard' | 'short' | 'exclusive';
}

/** What a handler is handed beside the payload. */
export interface ChoreRun {
  id: string;
  /** Aborted when the try has expired or the worker stops. */
  signal: AbortSignal;
}

/** A chore with what does it and, for one that comes round by itself, its cron expression (UTC). */
export interface BoundChore {
  chore: Chore;
  run(payload: unknown, job: ChoreRun): Promise<void>;
  cron: string | undefined;
}

/** Where pg-boss keeps its tables. */
export const schemaName = 'pgboss';

/** Declares a chore. Defaults: 5 retries from 2 s on, 60 s a try, one at once, policy `standard`. */
export function defineChore<Payload>(
  chore: Pick<Chore<Payload>, 'name' | 'schema'> & Partial<Chore<Payload>>,
): Chore<Payload> {
  return { retries: 5, retrySeconds: 2, expireSeconds: 60, concurrency: 1, policy: 'standard', ...chore };
}

/**
 * Binds a chore to its handler. A payload that does not fit the schema fails for good; a handler that throws is
 * tried again.
 * @param cron five fields, UTC; the payload of such runs is `{}`
 */
export function bindChore<Payload>(
  chore: Chore<Payload>,
  handler: (payload: Payload, job: ChoreRun) => Promise<void>,
  cron?: string,
): BoundChore {
  return {
    chore,
    cron,
    async run(payload, job) {
      const parsed = chore.schema.safeParse(payload);
      if (!parsed.success) throw new UnfitPayload(`The payload of ${chore.name} does not fit its schema.`);
      await handler(parsed.data, job);
    },
  };
}

/** A payload that no further try would make fit. */
export class UnfitPayload extends Error {
  override readonly name = 'UnfitPayload';
}

export interface EnqueueOptions {
  /** Counts apart from other keys under the policies `short` and `exclusive`. */
  key?: string;
  /** Not before so many seconds from now. */
  afterSeconds?: number;
}

/** What PostgreSQL says of a table that is not there. */
const undefinedTable = '42P01';

const insertJob = `
  WITH queue AS (
    SELECT * FROM ${schemaName}.queue WHERE name = $1
  ), inserted AS (
    INSERT INTO ${schemaName}.job (name, data, singleton_key, start_after, retry_limit, retry_delay, retry_backoff,
      expire_seconds, deletion_seconds, keep_until, policy)
    SELECT name, $2::jsonb, $3, now() + make_interval(secs => $4), retry_limit, retry_delay, retry_backoff,
      expire_seconds, deletion_seconds, now() + make_interval(secs => $4 + retention_seconds), policy
    FROM queue
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  SELECT (SELECT count(*) FROM queue) AS queues, (SELECT id FROM inserted) AS id,
    (SELECT pg_notify('pgboss_' || left(encode(sha224('${schemaName}'::bytea), 'hex'), 24), $1)
     FROM inserted WHERE $4 = 0) AS woken`;

/**
 * Puts a chore into the queue, within the caller's transaction if the connection is in one. One round trip.
 * @returns its id, or undefined where the policy says that one is there already
 * @throws ServiceError SERVICE_UNAVAILABLE while no worker has ever made the queue (see `work-chores`)
 */
export async function enqueue<Payload>(
  db: Database,
  chore: Chore<Payload>,
  payload: Payload,
  { key, afterSeconds = 0 }: EnqueueOptions = {},
): Promise<string | undefined> {
  const noQueue = `chore ${chore.name} has no queue yet`;
  const { rows } = await db.$client
    .query<{ queues: number; id: string | null }>({
      name: 'enqueue-chore',
      text: insertJob,
      values: [chore.name, JSON.stringify(payload), key ?? null, afterSeconds],
    })
    .catch((error: unknown) => {
      const hasNoTables = error instanceof Error && 'code' in error && error.code === undefinedTable;
      throw hasNoTables
        ? new ServiceError('SERVICE_UNAVAILABLE', { internal: noQueue, cause: error })
        : error;
    });
  if (!rows[0]?.queues) throw new ServiceError('SERVICE_UNAVAILABLE', { internal: noQueue });
  return rows[0].id ?? undefined;
}
