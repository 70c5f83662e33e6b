import { afterAll, expect, test } from 'vitest';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { startProcess, type TestProcess } from '#tests/support/process';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

const endpoint = await startWebhookEndpoint();
const testService = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
const env = {
  DATABASE_URL: testService.databaseUrl,
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
  WEBHOOK_ALLOWED_HOSTS: endpoint.host,
  LOG_LEVEL: 'warn',
  LEASE_SECONDS: '2',
};
const workers = [1, 2].map(() => startProcess(['lib/worker/main.ts'], env));
afterAll(async () => {
  await Promise.all(workers.map((process) => process.isRunning() && process.end('SIGKILL')));
  await testService.stop();
  await endpoint.stop();
});

async function countCompleted(): Promise<number> {
  const { rows } = await testService.db.$client.query(
    `SELECT count(*) FROM tasks WHERE status = 'COMPLETED'`,
  );
  return rows[0].count;
}

const createTenant = () => testService.createTenant({ credits: 1_000_000, asyncConcurrency: 20 });

const buildTask = (index: number) => ({
  taskType: ['CHAT', 'GEN', 'ANSWER'][index % 3],
  payload: { prompt: `Which trail shoes last longest? ${index}`, country: 'US' },
  idempotencyKey: `task-${index}`,
  webhook: { url: `${endpoint.url}/hook` },
});

test('drains workers on SIGTERM; the instance is not ready without a worker', async () => {
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
  const batch = Array.from({ length: 200 }, (_, index) => buildTask(index));
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
});
