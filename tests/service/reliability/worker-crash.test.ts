import { afterAll, expect, test } from 'vitest';
import { advisoryLocks } from '#lib/db/client';
import { maxCrashes } from '#lib/service/tasks/task-leases';
import { findFreePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess, waitUntilOk } from '#tests/support/process';
import { send, startService, type TestResponse } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookReceiver } from '#tests/support/webhook-receiver';

// Number of kills, for example: KILLS=50 npm test -- tests/service/reliability/worker-crash.test.ts
const kills = Number(process.env.KILLS ?? 8);
const tasksPerKill = 40;
const batchSize = 20;
const maxUnfinished = 200;

const receiver = await startWebhookReceiver();
const testService = await startService({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
const port = await findFreePort();
const webUrl = `http://127.0.0.1:${port}`;
const env = {
  DATABASE_URL: testService.databaseUrl,
  PORT: String(port),
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  WEBHOOK_ALLOWED_HOSTS: receiver.host,
  LOG_LEVEL: 'warn',
  LEASE_SECONDS: '2',
};
const workers = [1, 2].map(() => startProcess(['lib/worker/main.ts'], env));
const web = startProcess(['lib/web/main.ts', '--service-only'], env);
afterAll(async () => {
  await Promise.all([...workers, web].map((process) => process.isRunning() && process.end('SIGKILL')));
  await testService.stop();
  await receiver.stop();
});

async function countCompleted(): Promise<number> {
  const { rows } = await testService.db.$client.query(
    `SELECT count(*) FROM tasks WHERE status = 'COMPLETED'`,
  );
  return rows[0].count;
}

const createTenant = () => testService.createTenant({ credits: 1_000_000, asyncConcurrency: 20 });

const buildTask = (n: number) => ({
  taskType: ['CHAT', 'GEN', 'ANSWER'][n % 3],
  payload: { prompt: `Which trail shoes last longest? ${n}`, country: 'US' },
  idempotencyKey: `task-${n}`,
  webhook: { url: `${receiver.url}/hook` },
});

/** Sends a request to the web process. Returns undefined if the process is killed before it responds. */
async function post(secret: string, path: string, body: unknown): Promise<TestResponse | undefined> {
  try {
    return await send(`${webUrl}${path}`, 'POST', body, { authorization: `Bearer ${secret}` });
  } catch {
    return undefined;
  }
}

/** Creates tasks as a client does: repeats each batch with the same idempotency keys until it succeeds. */
async function createAllTasks(
  secret: string,
  tasks: number,
): Promise<{ ids: Set<string>; statuses: number[] }> {
  const ids = new Set<string>();
  const statuses: number[] = [];
  for (let from = 0; from < tasks; from += batchSize) {
    await waitFor(
      'few tasks are unfinished',
      async () => ids.size - (await countCompleted()) < maxUnfinished,
      {
        seconds: 90,
      },
    );
    const batch = Array.from({ length: batchSize }, (_, n) => buildTask(from + n));
    const response = await waitFor(
      'a batch is accepted',
      async () => {
        const sent = await post(secret, '/v1/async/task/batch', batch);
        return sent?.status === 200 ? sent : undefined;
      },
      { seconds: 90 },
    );
    for (const { task, error } of response.body.results) ids.add(task?.id ?? error.details.taskId);
    const sync = await post(secret, '/v1/monitor/gen', { prompt: `Which shoes? ${from}`, country: 'US' });
    statuses.push(sync?.status ?? 0);
  }
  return { ids, statuses };
}

test(
  `completes every task once and delivers every webhook after ${kills} kills under load`,
  async () => {
    const tasks = kills * tasksPerKill;
    const tenant = await createTenant();
    await waitUntilOk(`${webUrl}/readyz`, [...workers, web]);
    const creating = createAllTasks(tenant.secret, tasks);
    let lastCompleted = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const step = Math.ceil(Math.random() * 0.6 * tasksPerKill);
      lastCompleted = await waitFor(
        `more tasks are completed after ${kill - 1} kills`,
        async () => {
          const count = await countCompleted();
          return count >= lastCompleted + step ? count : undefined;
        },
        { seconds: 90, everyMs: 5 },
      );
      const target = [...workers, web][Math.floor(Math.random() * 3)] ?? web;
      expect(await target.end('SIGKILL')).toBe('SIGKILL');
      target.start();
    }
    const { ids, statuses } = await creating;
    expect(ids.size).toBe(tasks);
    const readStats = async () => {
      const { rows } = await testService.db.$client.query(
        `SELECT queued, processing, held, balance,
         (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = q.organization_id) AS ledger,
         (SELECT count(*) FROM deliveries WHERE status <> 'delivered') AS undelivered
       FROM task_queue_stats q JOIN credit_balances USING (organization_id) WHERE organization_id = $1`,
        [tenant.id],
      );
      return rows[0];
    };
    const expected = { queued: 0, processing: 0, held: 0, undelivered: 0 };
    await waitFor(
      'all tasks have ended and no credits are held',
      async () => {
        const stats = await readStats();
        return Object.keys(expected).every((name) => stats[name] === 0);
      },
      { seconds: 90 },
    );
    const { rows } = await testService.db.$client.query(
      `SELECT status, attempt, credits_charged AS charged, count(l.subject_id) AS charges,
       coalesce(-sum(l.amount), 0) AS cost, count(DISTINCT t.id) AS tasks
     FROM tasks t LEFT JOIN credit_ledger l ON l.subject_id = t.id AND l.kind = 'charge'
     WHERE t.organization_id = $1 GROUP BY t.id, status, attempt, credits_charged`,
      [tenant.id],
    );
    expect(rows).toHaveLength(tasks);
    let totalCost = 0;
    let failed = 0;
    for (const { status, attempt, charged, charges, cost } of rows) {
      totalCost += cost;
      // A task that was being processed at five crashes in a row is seen as their cause. It fails and is not charged.
      if (status === 'FAILED') failed += 1;
      expect({ status, charges, charged }).toEqual(
        status === 'FAILED' && attempt > maxCrashes
          ? { status, charges: 0, charged: 0 }
          : { status: 'COMPLETED', charges: 1, charged: cost },
      );
    }
    expect(failed).toBeLessThan(tasks / 50);
    const { balance, ledger } = await readStats();
    expect(balance).toBe(ledger);
    // A sync request whose response was cut off may still be charged.
    const charged = (1_000_000 - balance - totalCost) / 4;
    const succeeded = statuses.filter((status) => status === 200).length;
    expect(charged).toBeGreaterThanOrEqual(succeeded);
    expect(charged).toBeLessThanOrEqual(statuses.length);
    const delivered = receiver.received.map(({ body }) => JSON.parse(body).task.id);
    expect(new Set(delivered)).toEqual(ids);
    await waitUntilOk(`${webUrl}/readyz`, [...workers, web]);
    if (process.env.KILLS)
      process.stdout.write(`${summarize({ kills, tasks, failed, statuses, delivered })}\n`);
  },
  60_000 + kills * 10_000,
);

function summarize(results: {
  kills: number;
  tasks: number;
  failed: number;
  statuses: number[];
  delivered: string[];
}): string {
  const cut = results.statuses.filter((status) => status !== 200).length;
  const redelivered = results.delivered.length - results.tasks;
  return `${results.kills} kills: ${results.tasks} tasks accepted, ${results.tasks - results.failed} completed and charged once, ${results.failed} failed after ${maxCrashes} crashes, ${redelivered} deliveries repeated, ${cut} of ${results.statuses.length} sync requests cut off`;
}

test('drains the worker on SIGTERM; the instance is not ready without a worker', async () => {
  const tenant = await createTenant();
  await waitFor('both workers are running', async () => {
    const { rows } = await testService.db.$client.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted`,
      [advisoryLocks.workerPresence],
    );
    return rows.length === workers.length;
  });
  const before = await countCompleted();
  const outputLengths = workers.map((worker) => worker.output().length);
  const batch = Array.from({ length: 200 }, (_, n) => buildTask(n));
  const { body } = await tenant.send('POST', '/v1/async/task/batch', batch);
  expect(body.summary).toEqual({ total: 200, succeeded: 200, failed: 0 });
  await waitFor('the workers process tasks', async () => (await countCompleted()) > before + 5, {
    seconds: 40,
  });
  const end = (worker: TestProcess) => worker.end('SIGTERM');
  expect(await Promise.all(workers.map(end))).toEqual([0, 0]);
  const { rows } = await testService.db.$client.query(
    `SELECT count(*) FROM tasks WHERE status = 'PROCESSING'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect((await fetch(`${testService.baseUrl}/readyz`)).status).toBe(503);
  for (const worker of workers) worker.start();
  await waitFor('the other tasks are completed', async () => (await countCompleted()) === before + 200, {
    seconds: 60,
  });
  expect(workers.map((worker, index) => worker.output().slice(outputLengths[index]))).toEqual(['', '']);
}, 120_000);
