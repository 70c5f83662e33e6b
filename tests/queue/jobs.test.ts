import { setTimeout as delay } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { createJobQueues, startJobRunner } from '#lib/queue/job-runner';
import { defineHandler, defineJob, enqueue, schemaName } from '#lib/queue/jobs';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 4 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const countJob = defineJob({ name: 'count', schema: z.object({ by: z.int() }), retrySeconds: 1 });
const exclusiveJob = defineJob({ name: 'exclusiveJob', schema: z.object({}), policy: 'exclusive' });

test('runs a job after commit, retries it when it throws, and never retries an invalid payload', async () => {
  const noQueue = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });
  await expect(enqueue(db, countJob, { by: 1 })).rejects.toEqual(noQueue);
  await createJobQueues(database.url, [countJob, exclusiveJob]);
  const rolledBack = transaction(db, async (client) => {
    await enqueue(client, countJob, { by: 1000 });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  const invalidJobId = await enqueue(db, { ...countJob, schema: z.unknown() }, { by: 'much' });

  let sum = 0;
  let failures = 0;
  const runner = await startJobRunner(database.url, [
    defineHandler(countJob, async ({ by }) => {
      if (by === 7 && failures === 0) {
        failures += 1;
        throw new Error('temporary failure');
      }
      sum += by;
    }),
  ]);
  await enqueue(db, countJob, { by: 5 });
  await enqueue(db, countJob, { by: 7 });
  await vi.waitFor(() => expect(sum).toBe(12), { timeout: 20_000 });
  const { rows } = await db.$client.query('SELECT state FROM pgboss.job WHERE id = $1', [invalidJobId]);
  expect(rows).toEqual([{ state: 'failed' }]);
  await runner.stop(5);
});

test('the job runner survives the loss of its connections while it stops', async () => {
  const runner = await startJobRunner(database.url, [defineHandler(countJob, async () => {})]);
  const admin = openDatabase(database.adminUrl, { max: 1 });
  const { rows } = await admin.$client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'answerscope-jobs'`,
  );
  const pids = rows.map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(1);
  // A paused server process notices its termination after the client has begun to close the connection.
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await admin.$client.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
  const stopped = runner.stop(5);
  await delay(200);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  await stopped;
  await admin.$client.end();
});

test('queues an exclusive job once per key', async () => {
  expect(await enqueue(db, exclusiveJob, {}, { key: 'a' })).toBeTypeOf('string');
  expect(await enqueue(db, exclusiveJob, {}, { key: 'a' })).toBeUndefined();
  expect(await enqueue(db, exclusiveJob, {}, { key: 'b' })).toBeTypeOf('string');
});

test('stores a job as pg-boss itself does', async () => {
  await createJobQueues(database.url, [countJob]);
  const boss = new PgBoss({
    connectionString: database.url,
    schema: schemaName,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const own = await enqueue(db, countJob, { by: 3 }, { key: 'own', delaySeconds: 600 });
  const sent = await boss.send(countJob.name, { by: 3 }, { singletonKey: 'sent', startAfter: 600 });
  const [ownJob, sentJob] = await Promise.all(
    [own, sent].map(async (id) => {
      const [job] = await boss.findJobs<object>(countJob.name, { id: String(id) });
      return job && normalizeJob(job);
    }),
  );
  await boss.stop({ graceful: false });
  expect(ownJob).toMatchObject({ data: { by: 3 }, state: 'created', startsAfterSeconds: 600 });
  expect(ownJob).toEqual(sentJob);
});

/** Replaces what differs between two jobs of the same kind: the ID, the key and the times. */
function normalizeJob({ id, singletonKey, createdOn, startAfter, keepUntil, ...job }: JobWithMetadata) {
  const startsAfterSeconds = Math.round((startAfter.getTime() - createdOn.getTime()) / 1000);
  const keptSeconds = Math.round((keepUntil.getTime() - startAfter.getTime()) / 1000);
  return { ...job, startsAfterSeconds, keptSeconds };
}
