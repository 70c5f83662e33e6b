import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../support/process';
import { startReceiver } from '../support/receiver';
import { startService } from '../support/service';
import { until } from '../support/until';

const receiver = await startReceiver();
const run = await startService({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
const environment = {
  DATABASE_URL: run.databaseUrl,
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  WEBHOOK_ALLOWED_HOSTS: receiver.host,
  LOG_LEVEL: 'warn',
  LEASE_SECONDS: '2',
};
const worker = startProcess(['lib/worker/main.ts'], environment);
afterAll(async () => {
  await worker.end('SIGKILL');
  await run.stop();
  await receiver.stop();
});

const tasks = 400;

async function completed(): Promise<number> {
  const { rows } = await run.pool.query(`SELECT count(*) FROM tasks WHERE status = 'COMPLETED'`);
  return rows[0].count;
}

async function create(count: number) {
  const tenant = await run.newOrganization({ credits: 1_000_000, asyncConcurrency: 20 });
  for (let sent = 0; sent < count; sent += 200) {
    const batch = Array.from({ length: 200 }, (_, n) => ({
      taskType: ['CHAT', 'GEN', 'ANSWER'][n % 3],
      payload: { prompt: `Which trail shoes last longest? ${sent + n}`, country: 'US' },
      webhook: { url: `${receiver.url}/hook` },
    }));
    const { body } = await tenant.send('POST', '/v1/async/task/batch', batch);
    expect(body.summary).toEqual({ total: 200, succeeded: 200, failed: 0 });
  }
  return tenant;
}

test('a worker killed three times in the middle of a load: every task once, every webhook, credits exact', async () => {
  const tenant = await create(tasks);
  for (let kill = 1; kill <= 3; kill += 1) {
    await until(`a part is done after ${kill} starts`, async () => (await completed()) > kill * 60, {
      seconds: 40,
    });
    expect(await worker.end('SIGKILL')).toBe('SIGKILL');
    await until('it is missed', async () => (await fetch(`${run.baseUrl}/readyz`)).status === 503);
    worker.start();
  }
  await until('all are completed', async () => (await completed()) === tasks, { seconds: 60 });
  await until(
    'all are delivered',
    async () => {
      const { rows } = await run.pool.query(`SELECT count(*) FROM deliveries WHERE status <> 'delivered'`);
      return rows[0].count === 0;
    },
    { seconds: 60 },
  );
  const { rows } = await run.pool.query(
    `SELECT queued, processing, held, balance,
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = q.organization_id) AS ledger,
       (SELECT count(DISTINCT subject_id) FROM credit_ledger WHERE kind = 'charge') AS charged,
       (SELECT sum(credits_charged) FROM tasks) AS cost,
       (SELECT count(*) FROM deliveries) AS deliveries
     FROM task_queues q JOIN credit_accounts USING (organization_id) WHERE organization_id = $1`,
    [tenant.id],
  );
  // Of each 200, 67 are asked of chat at 5 credits and the others at 4.
  const cost = (tasks / 200) * (67 * 5 + 133 * 4);
  expect(rows).toEqual([
    {
      queued: 0,
      processing: 0,
      held: 0,
      balance: 1_000_000 - cost,
      ledger: 1_000_000 - cost,
      charged: tasks,
      cost,
      deliveries: tasks,
    },
  ]);
  const delivered = receiver.received.map(({ body }) => JSON.parse(body).task.id);
  expect(new Set(delivered).size).toBe(tasks);
  await until('the instance is ready', async () => (await fetch(`${run.baseUrl}/readyz`)).status === 200);
}, 180_000);

test('SIGTERM drains: the worker ends by itself with nothing in hand', async () => {
  await create(200);
  await until('the worker is at it', async () => (await completed()) > tasks + 5, { seconds: 40 });
  expect(await worker.end('SIGTERM')).toBe(0);
  const { rows } = await run.pool.query(`SELECT count(*) FROM tasks WHERE status = 'PROCESSING'`);
  expect(rows).toEqual([{ count: 0 }]);
  worker.start();
  await until('the rest is completed', async () => (await completed()) === tasks + 200, { seconds: 60 });
  expect(worker.output()).toBe('');
}, 120_000);
