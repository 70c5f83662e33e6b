import { afterAll, expect, test } from 'vitest';
import { advisoryLocks } from '#lib/db/client';
import { maxCrashes } from '#lib/service/tasks/task-leases';
import { freePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';
import { send, startService, type TestResponse } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookReceiver } from '#tests/support/webhook-receiver';

// How often something is killed: KILLS=50 npm test -- tests/service/crash.test.ts
const kills = Number(process.env.KILLS ?? 8);
const tasksPerKill = 40;
const batchSize = 20;
const mostAhead = 200;

const receiver = await startWebhookReceiver();
const run = await startService({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
const port = await freePort();
const webAddress = `http://127.0.0.1:${port}`;
const environment = {
  DATABASE_URL: run.databaseUrl,
  PORT: String(port),
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  WEBHOOK_ALLOWED_HOSTS: receiver.host,
  LOG_LEVEL: 'warn',
  LEASE_SECONDS: '2',
};
const workers = [1, 2].map(() => startProcess(['lib/worker/main.ts'], environment));
const web = startProcess(['lib/web/main.ts', '--service-only'], environment);
afterAll(async () => {
  await Promise.all([...workers, web].map((one) => one.isRunning() && one.end('SIGKILL')));
  await run.stop();
  await receiver.stop();
});

async function completed(): Promise<number> {
  const { rows } = await run.db.$client.query(`SELECT count(*) FROM tasks WHERE status = 'COMPLETED'`);
  return rows[0].count;
}

const createTenant = () => run.newOrganization({ credits: 1_000_000, asyncConcurrency: 20 });

const taskOf = (n: number) => ({
  taskType: ['CHAT', 'GEN', 'ANSWER'][n % 3],
  payload: { prompt: `Which trail shoes last longest? ${n}`, country: 'US' },
  idempotencyKey: `task-${n}`,
  webhook: { url: `${receiver.url}/hook` },
});

/** A request to the process that may die; nothing where it was not answered. */
async function ask(secret: string, path: string, body: unknown): Promise<TestResponse | undefined> {
  try {
    return await send(`${webAddress}${path}`, 'POST', body, { authorization: `Bearer ${secret}` });
  } catch {
    return undefined;
  }
}

/** Creates tasks as a client does: each batch again until it is answered, each time under the same keys. */
async function createAll(secret: string, tasks: number): Promise<{ ids: Set<string>; asked: number[] }> {
  const ids = new Set<string>();
  const asked: number[] = [];
  for (let from = 0; from < tasks; from += batchSize) {
    await waitFor('the queue is short', async () => ids.size - (await completed()) < mostAhead, {
      seconds: 90,
    });
    const batch = Array.from({ length: batchSize }, (_, n) => taskOf(from + n));
    const answer = await waitFor(
      'a batch is accepted',
      async () => {
        const sent = await ask(secret, '/v1/async/task/batch', batch);
        return sent?.status === 200 ? sent : undefined;
      },
      { seconds: 90 },
    );
    for (const { task, error } of answer.body.results) ids.add(task?.id ?? error.details.taskId);
    const direct = await ask(secret, '/v1/monitor/gen', { prompt: `Which shoes? ${from}`, country: 'US' });
    asked.push(direct?.status ?? 0);
  }
  return { ids, asked };
}

test(
  `completes every task once and delivers every webhook after ${kills} kills under load`,
  async () => {
    const tasks = kills * tasksPerKill;
    const tenant = await createTenant();
    await waitUntilOk(`${webAddress}/readyz`, [...workers, web]);
    const creating = createAll(tenant.secret, tasks);
    let last = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const some = Math.ceil(Math.random() * 0.6 * tasksPerKill);
      last = await waitFor(
        `more is done after ${kill - 1} kills`,
        async () => {
          const now = await completed();
          return now >= last + some ? now : undefined;
        },
        { seconds: 90, everyMs: 5 },
      );
      const victim = [...workers, web][Math.floor(Math.random() * 3)] ?? web;
      expect(await victim.end('SIGKILL')).toBe('SIGKILL');
      victim.start();
    }
    const { ids, asked } = await creating;
    expect(ids.size).toBe(tasks);
    const counted = async () => {
      const { rows } = await run.db.$client.query(
        `SELECT queued, processing, held, balance,
         (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = q.organization_id) AS ledger,
         (SELECT count(*) FROM deliveries WHERE status <> 'delivered') AS undelivered
       FROM task_queue_stats q JOIN credit_balances USING (organization_id) WHERE organization_id = $1`,
        [tenant.id],
      );
      return rows[0];
    };
    const left = { queued: 0, processing: 0, held: 0, undelivered: 0 };
    await waitFor(
      'all has ended, and nothing is held',
      async () => {
        const now = await counted();
        return Object.keys(left).every((count) => now[count] === 0);
      },
      { seconds: 90 },
    );
    const { rows } = await run.db.$client.query(
      `SELECT status, attempt, credits_charged AS charged, count(l.subject_id) AS charges,
       coalesce(-sum(l.amount), 0) AS taken, count(DISTINCT t.id) AS tasks
     FROM tasks t LEFT JOIN credit_ledger l ON l.subject_id = t.id AND l.kind = 'charge'
     WHERE t.organization_id = $1 GROUP BY t.id, status, attempt, credits_charged`,
      [tenant.id],
    );
    expect(rows).toHaveLength(tasks);
    let taken = 0;
    let failed = 0;
    for (const { status, attempt, charged, charges, taken: cost } of rows) {
      taken += cost;
      // What was in hand at five deaths in a row is taken for their cause, told of and not charged.
      if (status === 'FAILED') failed += 1;
      expect({ status, charges, charged }).toEqual(
        status === 'FAILED' && attempt > maxCrashes
          ? { status, charges: 0, charged: 0 }
          : { status: 'COMPLETED', charges: 1, charged: cost },
      );
    }
    expect(failed).toBeLessThan(tasks / 50);
    const { balance, ledger } = await counted();
    expect(balance).toBe(ledger);
    // Of what was asked directly, an answer that was cut off on its way may stand charged.
    const direct = (1_000_000 - balance - taken) / 4;
    const answered = asked.filter((status) => status === 200).length;
    expect(direct).toBeGreaterThanOrEqual(answered);
    expect(direct).toBeLessThanOrEqual(asked.length);
    const delivered = receiver.received.map(({ body }) => JSON.parse(body).task.id);
    expect(new Set(delivered)).toEqual(ids);
    await waitUntilOk(`${webAddress}/readyz`, [...workers, web]);
    if (process.env.KILLS) process.stdout.write(`${summary({ kills, tasks, failed, asked, delivered })}\n`);
  },
  60_000 + kills * 10_000,
);

function summary(seen: {
  kills: number;
  tasks: number;
  failed: number;
  asked: number[];
  delivered: string[];
}): string {
  const cut = seen.asked.filter((status) => status !== 200).length;
  const again = seen.delivered.length - seen.tasks;
  return `${seen.kills} kills: ${seen.tasks} tasks accepted, ${seen.tasks - seen.failed} completed and charged once, ${seen.failed} failed after ${maxCrashes} deaths, ${again} deliveries sent again, ${cut} of ${seen.asked.length} direct requests cut off`;
}

test('drains the worker on SIGTERM; the instance is not ready without a worker', async () => {
  const tenant = await createTenant();
  await waitFor('both workers are there', async () => {
    const { rows } = await run.db.$client.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted`,
      [advisoryLocks.workerPresence],
    );
    return rows.length === workers.length;
  });
  const before = await completed();
  const written = workers.map((worker) => worker.output().length);
  const batch = Array.from({ length: 200 }, (_, n) => taskOf(n));
  const { body } = await tenant.send('POST', '/v1/async/task/batch', batch);
  expect(body.summary).toEqual({ total: 200, succeeded: 200, failed: 0 });
  await waitFor('the workers are at it', async () => (await completed()) > before + 5, { seconds: 40 });
  const end = (worker: TestProcess) => worker.end('SIGTERM');
  expect(await Promise.all(workers.map(end))).toEqual([0, 0]);
  const { rows } = await run.db.$client.query(`SELECT count(*) FROM tasks WHERE status = 'PROCESSING'`);
  expect(rows).toEqual([{ count: 0 }]);
  expect((await fetch(`${run.baseUrl}/readyz`)).status).toBe(503);
  for (const worker of workers) worker.start();
  await waitFor('the rest is completed', async () => (await completed()) === before + 200, { seconds: 60 });
  expect(workers.map((worker, index) => worker.output().slice(written[index]))).toEqual(['', '']);
}, 120_000);
