import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { startProcess, type TestProcess } from '#tests/support/process';
import { fixturesFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

let behavior: MockBehavior | undefined;
const mockProviders = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
const endpoint = await startWebhookEndpoint();
const testService = await startService({ WEBHOOK_ALLOWED_HOSTS: endpoint.host });
const admin = openDatabase(testService.adminUrl);
const workers: TestProcess[] = [];
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.isRunning() && worker.end('SIGKILL')));
  await admin.$client.end();
  await testService.stop();
  await endpoint.stop();
  await mockProviders.close();
});

function startWorker(extra: Record<string, string> = {}): TestProcess {
  const worker = startProcess(['lib/worker/main.ts'], {
    DATABASE_URL: testService.databaseUrl,
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    WEBHOOK_ALLOWED_HOSTS: endpoint.host,
    LOG_LEVEL: 'info',
    LEASE_SECONDS: '1.5',
    ...extra,
  });
  workers.push(worker);
  return worker;
}

const readState = async (organizationId: string) => {
  const { rows } = await testService.db.$client.query(
    `SELECT queued, processing, held, balance, in_flight AS "inFlight",
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = q.organization_id) AS ledger,
       (SELECT count(*) FROM credit_ledger l WHERE l.organization_id = q.organization_id AND kind = 'charge') AS charges
     FROM task_queue_stats q JOIN credit_balances USING (organization_id) WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
};

test('ignores results of a worker whose lease expired during a pause', async () => {
  const tenant = await testService.createTenant({ credits: 100 });
  const providerEnv = { OPENAI_API_KEY: 'any', OPENAI_BASE_URL: mockProviders.url };
  behavior = { kind: 'recording', delayMs: 1500 };
  const pausedWorker = startWorker(providerEnv);
  const { body } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt: 'Which kayak folds?', country: 'US' },
    webhook: { url: `${endpoint.url}/hook` },
  });
  await waitFor('the provider receives a request', () => mockProviders.calls.length === 1);
  pausedWorker.signal('SIGSTOP');
  behavior = undefined;
  startWorker({ ...providerEnv, OPENAI_API_KEY: 'another' });
  const read = () => tenant.send('GET', `/v1/async/task/${body.task.id}`);
  await waitFor(
    'another worker has completed the task',
    async () => (await read()).body.task.status === 'COMPLETED',
  );
  const settled = await testService.db.$client.query(
    'SELECT attempt, completed_at, xmin FROM tasks WHERE id = $1',
    [body.task.id],
  );
  expect(settled.rows[0].attempt).toBe(2);
  // The second worker is killed below. Killed during the delivery, it would keep its lease for up to 25 seconds.
  await waitFor('the webhook is delivered', () => endpoint.received.length >= 1);
  pausedWorker.signal('SIGCONT');
  // When the resumed worker completes a new task, it has also tried to settle the task it was paused on.
  await Promise.all(workers.slice(1).map((worker) => worker.end('SIGKILL')));
  const { body: later } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt: 'Which kayak floats?', country: 'US' },
  });
  await waitFor('the resumed worker completes a task', async () => {
    const { body: record } = await tenant.send('GET', `/v1/async/task/${later.task.id}`);
    return record.task.status === 'COMPLETED';
  });
  const after = await testService.db.$client.query(
    'SELECT attempt, completed_at, xmin FROM tasks WHERE id = $1',
    [body.task.id],
  );
  expect(after.rows).toEqual(settled.rows);
  expect(await readState(tenant.id)).toMatchObject({
    queued: 0,
    processing: 0,
    held: 0,
    balance: 90,
    charges: 2,
  });
  expect(endpoint.received.map(({ body: sent }) => JSON.parse(sent).task.id)).toEqual([body.task.id]);
  await pausedWorker.end('SIGTERM');
});

test('charges every answered request, and none twice, while connections are terminated at random under load', async () => {
  const tenant = await testService.createTenant({
    credits: 100_000,
    concurrency: 1000,
    asyncConcurrency: 40,
  });
  const worker = startWorker();
  await waitFor('the worker has started', () => worker.output().includes('worker started'));
  let created = 0;
  for (let sent = 0; sent < 300; sent += 100) {
    const tasks = Array.from({ length: 100 }, (_, index) => ({
      taskType: 'GEN',
      payload: { prompt: `Which trail shoes last longest? ${sent + index}`, country: 'US' },
    }));
    created += (await tenant.send('POST', '/v1/async/task/batch', tasks)).body.summary.succeeded;
  }
  expect(created).toBe(300);
  let terminated = 0;
  let isOver = false;
  const terminating = (async () => {
    while (!isOver) {
      const { rows } = await admin.$client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'answerscope' ORDER BY random() LIMIT 3`,
      );
      terminated += rows.length;
      await delay(40);
    }
  })();
  let succeeded = 0;
  let uncertain = 0;
  for (let wave = 0; wave < 15; wave += 1) {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tenant.send('POST', '/v1/monitor/gen', { prompt: `Which shoes? ${wave} ${index}`, country: 'US' }),
      ),
    );
    for (const { status, body } of responses) {
      expect([200, 503]).toContain(status);
      if (status === 200) succeeded += 1;
      else uncertain += 1;
      expect(body.success).toBe(status === 200);
    }
  }
  isOver = true;
  await terminating;
  expect(terminated).toBeGreaterThan(20);
  expect(worker.isRunning(), worker.output()).toBe(true);
  await waitFor(
    'every task has ended',
    async () => {
      const state = await readState(tenant.id);
      return state.queued === 0 && state.processing === 0;
    },
    { seconds: 40 },
  );
  const state = await readState(tenant.id);
  expect(state.balance).toBe(state.ledger);
  const { rows } = await testService.db.$client.query(
    `SELECT count(*) FILTER (WHERE status = 'COMPLETED') AS completed, count(*) AS tasks FROM tasks WHERE organization_id = $1`,
    [tenant.id],
  );
  expect(rows).toEqual([{ completed: 300, tasks: 300 }]);
  // Each answered request is charged. A request that got a 503 may be charged too, if the connection was lost during
  // the commit.
  expect(state.charges).toBeGreaterThanOrEqual(300 + succeeded);
  expect(state.charges).toBeLessThanOrEqual(300 + succeeded + uncertain);
  expect(state.ledger).toBe(100_000 - state.charges * 4);
});
