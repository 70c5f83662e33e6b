import { PgBoss } from 'pg-boss';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type BoundChore, type Chore, schemaName, UnfitPayload } from '#lib/queue/chores';

export interface Chores {
  /** Stops claiming and waits for the running ones, at most `seconds`. */
  stop(seconds: number): Promise<void>;
}

/** Makes the queues of chores, so that `enqueue` works before any worker has started. Safe to run twice. */
export async function prepareChores(databaseUrl: string, chores: readonly Chore[]): Promise<void> {
  const boss = await openBoss(databaseUrl, false);
  try {
    await ensureQueues(boss, chores);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Starts this process working on chores; queues that are missing are made. */
export async function startChores(databaseUrl: string, bound: readonly BoundChore[]): Promise<Chores> {
  const boss = await openBoss(databaseUrl, true);
  await ensureQueues(
    boss,
    bound.map(({ chore }) => chore),
  );
  const stopping = new AbortController();
  for (const one of bound) {
    if (one.cron === undefined) await boss.unschedule(one.chore.name);
    else await boss.schedule(one.chore.name, one.cron, {}, { tz: 'UTC' });
    await boss.work<unknown>(
      one.chore.name,
      {
        localConcurrency: one.chore.concurrency,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 1,
        perJobResults: true,
      },
      async (jobs) => {
        const results = [];
        for (const job of jobs) {
          const signal = AbortSignal.any([job.signal, stopping.signal]);
          results.push(await settled(one, job.id, job.data, signal));
        }
        return results;
      },
    );
  }
  return {
    async stop(seconds) {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: seconds * 1000 });
    },
  };
}

async function settled(one: BoundChore, id: string, payload: unknown, signal: AbortSignal) {
  try {
    await one.run(payload, { id, signal });
    return { id, status: 'completed' as const };
  } catch (error) {
    log.warn({ chore: one.chore.name, id, error: describeError(error) }, 'a chore failed');
    const status = error instanceof UnfitPayload ? ('deadletter' as const) : ('failed' as const);
    return { id, status, output: { message: describeError(error) } };
  }
}

async function openBoss(databaseUrl: string, working: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: schemaName,
    application_name: 'answerscope-chores',
    max: 4,
    schedule: working,
    supervise: working,
    useListenNotify: working,
  });
  boss.on('error', (error) => log.warn({ error: describeError(error) }, 'the chore queue has a problem'));
  return boss.start();
}

async function ensureQueues(boss: PgBoss, chores: readonly Chore[]): Promise<void> {
  for (const { name, policy, retries, retrySeconds, expireSeconds } of chores) {
    const policyOfRetries = {
      retryLimit: retries,
      retryDelay: retrySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 24 * 3600,
      notify: true,
    };
    await boss.createQueue(name, { policy, ...policyOfRetries });
    await boss.updateQueue(name, policyOfRetries);
  }
}
