import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/client';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { startProcess, type TestProcess } from '#tests/support/process';
import { authoredFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookReceiver } from '#tests/support/webhook-receiver';

let behaviour: MockBehavior | undefined;
const vendors = await startMockProviders({ folder: authoredFolder, control: () => behaviour });
const receiver = await startWebhookReceiver();
const run = await startService({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
const admin = openDatabase(run.adminUrl);
const workers: TestProcess[] = [];
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.isRunning() && worker.end('SIGKILL')));
  await admin.$client.end();
  await run.stop();
  await receiver.stop();
  await vendors.close();
});

function startWorker(extra: Record<string, string> = {}): TestProcess {
  const worker = startProcess(['lib/worker/main.ts'], {
    DATABASE_URL: run.databaseUrl,
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    WEBHOOK_ALLOWED_HOSTS: receiver.host,
    LOG_LEVEL: 'warn',
    LEASE_SECONDS: '1.5',
    ...extra,
  });
  workers.push(worker);
  return worker;
}

const accountOf = async (organizationId: string) => {
  const { rows } = await run.db.$client.query(
    `SELECT queued, processing, held, balance, in_flight AS "inFlight",
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = q.organization_id) AS ledger,
       (SELECT count(*) FROM credit_ledger l WHERE l.organization_id = q.organization_id AND kind = 'charge') AS charges
     FROM task_queue_stats q JOIN credit_balances USING (organization_id) WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
};

test('ignores results of a worker whose lease expired during a pause', async () => {
  const tenant = await run.newOrganization({ credits: 100 });
  const vendor = { OPENAI_API_KEY: 'any', OPENAI_BASE_URL: vendors.url };
  behaviour = { kind: 'answer', delayMs: 1500 };
  const sleeper = startWorker(vendor);
  const { body } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt: 'Which kayak folds?', country: 'US' },
    webhook: { url: `${receiver.url}/hook` },
  });
  await waitFor('the vendor is asked', () => vendors.calls.length === 1);
  sleeper.signal('SIGSTOP');
  behaviour = undefined;
  startWorker({ ...vendor, OPENAI_API_KEY: 'another' });
  const read = () => tenant.send('GET', `/v1/async/task/${body.task.id}`);
  await waitFor('another worker has answered', async () => (await read()).body.task.status === 'COMPLETED');
  const settled = await run.db.$client.query('SELECT attempt, completed_at, xmin FROM tasks WHERE id = $1', [
    body.task.id,
  ]);
  expect(settled.rows[0].attempt).toBe(2);
  sleeper.signal('SIGCONT');
  // The sleeper is at work again, and through with what it had in hand, when it ends a task of its own.
  await Promise.all(workers.slice(1).map((worker) => worker.end('SIGKILL')));
  const { body: later } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt: 'Which kayak floats?', country: 'US' },
  });
  await waitFor('the sleeper is at work again', async () => {
    const { body: record } = await tenant.send('GET', `/v1/async/task/${later.task.id}`);
    return record.task.status === 'COMPLETED';
  });
  const after = await run.db.$client.query('SELECT attempt, completed_at, xmin FROM tasks WHERE id = $1', [
    body.task.id,
  ]);
  expect(after.rows).toEqual(settled.rows);
  expect(await accountOf(tenant.id)).toMatchObject({
    queued: 0,
    processing: 0,
    held: 0,
    balance: 90,
    charges: 2,
  });
  await waitFor('it is delivered', () => receiver.received.length >= 1);
  expect(receiver.received.map(({ body: sent }) => JSON.parse(sent).task.id)).toEqual([body.task.id]);
  await sleeper.end('SIGTERM');
}, 60_000);

test('charges only answered requests while connections are terminated at random under load', async () => {
  const tenant = await run.newOrganization({ credits: 100_000, concurrency: 1000, asyncConcurrency: 40 });
  startWorker();
  let created = 0;
  for (let sent = 0; sent < 300; sent += 100) {
    const tasks = Array.from({ length: 100 }, (_, n) => ({
      taskType: 'GEN',
      payload: { prompt: `Which trail shoes last longest? ${sent + n}`, country: 'US' },
    }));
    created += (await tenant.send('POST', '/v1/async/task/batch', tasks)).body.summary.succeeded;
  }
  expect(created).toBe(300);
  let ended = 0;
  let over = false;
  const breaking = (async () => {
    while (!over) {
      const { rows } = await admin.$client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'answerscope' ORDER BY random() LIMIT 3`,
      );
      ended += rows.length;
      await delay(40);
    }
  })();
  let answered = 0;
  let unsure = 0;
  for (let wave = 0; wave < 15; wave += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        tenant.send('POST', '/v1/monitor/gen', { prompt: `Which shoes? ${wave} ${n}`, country: 'US' }),
      ),
    );
    for (const { status, body } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 200) answered += 1;
      else unsure += 1;
      expect(body.success).toBe(status === 200);
    }
  }
  over = true;
  await breaking;
  expect(ended).toBeGreaterThan(20);
  await waitFor(
    'every task ends',
    async () => {
      const account = await accountOf(tenant.id);
      return account.queued === 0 && account.processing === 0;
    },
    { seconds: 40 },
  );
  const account = await accountOf(tenant.id);
  expect(account.balance).toBe(account.ledger);
  const { rows } = await run.db.$client.query(
    `SELECT count(*) FILTER (WHERE status = 'COMPLETED') AS completed, count(*) AS tasks FROM tasks WHERE organization_id = $1`,
    [tenant.id],
  );
  expect(rows).toEqual([{ completed: 300, tasks: 300 }]);
  // A charge whose acknowledgement was cut off may stand; one for nothing may not, nor an answer without one.
  expect(account.charges).toBeGreaterThanOrEqual(300 + answered);
  expect(account.charges).toBeLessThanOrEqual(300 + answered + unsure);
  expect(account.ledger).toBe(100_000 - account.charges * 4);
}, 90_000);
