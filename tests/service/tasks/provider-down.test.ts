import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTaskSource } from '#lib/service/tasks/task-source';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService, type Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

let behavior: MockBehavior | undefined;
/** The requests that the provider received, by prompt. */
const sent = new Map<string, number>();
const providers = await startMockProviders({
  folder: fixturesFolder,
  getBehavior({ body }) {
    const prompt = /prompt-[\w-]+/.exec(JSON.stringify(body))?.[0];
    if (prompt !== undefined) sent.set(prompt, (sent.get(prompt) ?? 0) + 1);
    return behavior;
  },
});
const endpoint = await startWebhookEndpoint();
const testService = await startService({
  OPENAI_API_KEY: 'instance-key',
  OPENAI_BASE_URL: providers.url,
  WEBHOOK_ALLOWED_HOSTS: endpoint.host,
});
const { db } = testService;
afterAll(async () => {
  await testService.stop();
  await endpoint.stop();
  await providers.close();
});

const down: MockBehavior = { kind: 'response', status: 503, body: 'down' };
const outOfQuota: MockBehavior = {
  kind: 'response',
  status: 429,
  body: { error: { code: 'insufficient_quota', message: 'Pay first.' } },
};
const refusing: MockBehavior = {
  kind: 'response',
  status: 401,
  body: { error: { code: 'invalid_api_key', message: 'Wrong key.' } },
};

beforeEach(async () => {
  behavior = undefined;
  sent.clear();
  endpoint.received.splice(0);
  await db.$client.query('DELETE FROM circuit_breakers');
});

async function createTasks(
  tenant: Tenant,
  name: string,
  count: number,
  fields: object = {},
): Promise<string[]> {
  const tasks = Array.from({ length: count }, (_, index) => ({
    taskType: 'CHAT',
    payload: { prompt: `prompt-${name}-${index}-`, country: 'US' },
    webhook: { url: endpoint.url },
    ...fields,
  }));
  const { body } = await tenant.send('POST', '/v1/async/task/batch', tasks);
  expect(body.summary.failed).toBe(0);
  return body.results.map(({ task }: { task: { id: string } }) => task.id);
}

const getTask = async (tenant: Tenant, id: string) => (await tenant.send('GET', `/v1/async/task/${id}`)).body;

/** Waits until all tasks failed, and expects exact credits and a webhook for each. @returns their records */
async function expectAllFailed(tenant: Tenant, ids: string[], seconds = 30) {
  const records = await waitFor(
    'all tasks have failed',
    async () => {
      const all = await Promise.all(ids.map((id) => getTask(tenant, id)));
      return all.every(({ task }) => task.status === 'FAILED') ? all : undefined;
    },
    { seconds },
  );
  for (const record of records) {
    expect(record).toMatchObject({
      credits: { creditsCharged: 0 },
      response: { error: { code: 'EXTERNAL_SERVICE_ERROR', details: { service: 'chat' } } },
    });
    expect(record.task).not.toHaveProperty('waitingFor');
  }
  await waitFor('every webhook has arrived', () => {
    const delivered = endpoint.received.map(({ body }) => JSON.parse(body).task.id);
    return ids.every((id) => delivered.includes(id));
  });
  const { rows } = await db.$client.query(
    `SELECT b.held, b.balance, q.queued, q.processing,
       (SELECT sum(amount)::int FROM credit_ledger l WHERE l.organization_id = b.organization_id) AS ledger
     FROM credit_balances b JOIN task_queue_stats q USING (organization_id) WHERE organization_id = $1`,
    [tenant.id],
  );
  expect(rows).toEqual([
    { held: 0, balance: rows[0].ledger, queued: 0, processing: 0, ledger: rows[0].ledger },
  ]);
  return records;
}

test('tasks of a provider that stays down wait as PROCESSING, then fail, and are never sent more than 10 times', async () => {
  const tenant = await testService.createTenant({ plan: 'team' });
  behavior = down;
  const worker = await testService.startWorker();
  const ids = await createTasks(tenant, 'down', 15, { maxWaitSeconds: 4 });
  const [id = ''] = ids;
  const seen: string[] = [];
  await waitFor('the first task has failed', async () => {
    const { task } = await getTask(tenant, id);
    const state = task.waitingFor ? `${task.status} for ${task.waitingFor}` : task.status;
    if (seen.at(-1) !== state) seen.push(state);
    return task.status === 'FAILED';
  });
  expect(seen).toContain('PROCESSING for provider');
  expect(seen.slice(seen.findIndex((state) => state !== 'QUEUED'))).not.toContain('QUEUED');
  const records = await expectAllFailed(tenant, ids);
  for (const { response } of records) expect(response.error.details.attempts).toBeLessThanOrEqual(10);
  expect(Math.max(...sent.values())).toBeLessThanOrEqual(10);
  await worker.stop();
});

test('waiting tasks count as processing, are not cleared and complete when the provider recovers', async () => {
  const tenant = await testService.createTenant({ plan: 'free' });
  behavior = down;
  const worker = await testService.startWorker();
  const ids = await createTasks(tenant, 'recovering', 12);
  await waitFor('10 tasks were claimed and wait', async () => {
    const all = await Promise.all(ids.map((id) => getTask(tenant, id)));
    return all.filter(({ task }) => task.waitingFor === 'provider').length >= 9;
  });
  const { body: queue } = await tenant.send('GET', '/v1/async/status');
  expect(queue.queuedTasks + queue.processingTasks).toBe(12);
  expect(queue.processingTasks).toBeGreaterThanOrEqual(9);
  expect(queue.concurrency.used).toBeLessThanOrEqual(1);
  const counted = queue.priorityBreakdown.reduce(
    (sum: number, { count }: { count: number }) => sum + count,
    0,
  );
  expect(counted).toBe(queue.queuedTasks);
  const { body: cleared } = await tenant.send('DELETE', '/v1/async/queue');
  expect(cleared.cleared).toBe(queue.queuedTasks);
  behavior = undefined;
  await waitFor(
    'the waiting tasks complete',
    async () => {
      const all = await Promise.all(ids.map((id) => getTask(tenant, id)));
      return all.filter(({ task }) => task?.status === 'COMPLETED').length === queue.processingTasks;
    },
    { seconds: 30 },
  );
  await worker.stop();
});

test.each([
  { name: 'quota', failure: outOfQuota, advice: /quota or credit .* used up/ },
  { name: 'key', failure: refusing, advice: /would refuse it again/ },
])(
  'every task fails at once if the provider fails permanently: $name',
  async ({ name, failure, advice }) => {
    const tenant = await testService.createTenant({ plan: 'free' });
    behavior = failure;
    const worker = await testService.startWorker();
    const ids = await createTasks(tenant, name, 25, { maxWaitSeconds: 21_600 });
    const records = await expectAllFailed(tenant, ids, 15);
    for (const { response } of records) {
      expect(response.error.message).toMatch(advice);
      expect(response.error.message).not.toContain('in a moment');
    }
    expect(Math.max(...sent.values())).toBe(1);
    // A task that is created later fails too.
    await expectAllFailed(
      tenant,
      await createTasks(tenant, `${name}-later`, 1, { maxWaitSeconds: 21_600 }),
      30,
    );
    await worker.stop();
  },
  90_000,
);

test.each([
  { madeBefore: 9, requests: 1 },
  { madeBefore: 10, requests: 0 },
])(
  'a task that was sent $madeBefore times is sent $requests more times',
  async ({ madeBefore, requests }) => {
    const tenant = await testService.createTenant();
    const [id = ''] = await createTasks(tenant, 'counted', 1);
    behavior = down;
    await db.$client.query('UPDATE tasks SET provider_attempts = $2 WHERE id = $1', [id, madeBefore]);
    const source = createTaskSource(testService.service);
    const [task] = await source.claim(1);
    if (!task) throw new Error('No task was claimed.');
    const outcome = await source.run(task, new AbortController().signal);
    await source.settle([{ item: task, outcome }]);
    expect(sent.get('prompt-counted-0-') ?? 0).toBe(requests);
    expect(await getTask(tenant, id)).toMatchObject({
      task: { status: 'FAILED' },
      response: { error: { details: { attempts: 10 } } },
    });
  },
);

test('requests that a killed worker sent count, and one that it did not send does not', async () => {
  const tenant = await testService.createTenant();
  const [id = ''] = await createTasks(tenant, 'killed', 1);
  behavior = down;
  const source = createTaskSource(testService.service);
  const readAttempts = async () =>
    (await db.$client.query('SELECT provider_attempts AS n FROM tasks WHERE id = $1', [id])).rows[0].n;
  const [task] = await source.claim(1);
  if (!task) throw new Error('No task was claimed.');
  const abort = new AbortController();
  const run = source.run(task, abort.signal);
  await waitFor('the second request is sent', () => sent.get('prompt-killed-0-') === 2);
  abort.abort(new Error('The worker was killed.'));
  await expect(run).rejects.toThrow('The worker was killed.');
  await db.$client.query(`UPDATE tasks SET leased_until = now() - interval '1 second' WHERE id = $1`, [id]);
  await source.recover?.();
  expect(await readAttempts()).toBe(2);
  const [again] = await source.claim(1);
  if (!again) throw new Error('The task was not claimed again.');
  expect(await readAttempts()).toBe(3);
  // The worker stops before it sends a request.
  await source.release([again]);
  expect(await readAttempts()).toBe(2);
});

test('a task that may not wait fails as soon as the circuit is open', async () => {
  const tenant = await testService.createTenant();
  behavior = down;
  const worker = await testService.startWorker();
  await createTasks(tenant, 'opening', 4);
  await waitFor('the circuit is open', async () => {
    const { rowCount } = await db.$client.query('SELECT FROM circuit_breakers');
    return rowCount;
  });
  const [id = ''] = await createTasks(tenant, 'impatient', 1, { maxWaitSeconds: 0 });
  await waitFor('it has failed', async () => (await getTask(tenant, id)).task.status === 'FAILED');
  await worker.stop();
});

test('rejects a time to wait that is out of range', async () => {
  const tenant = await testService.createTenant();
  const payload = { prompt: 'Which kayak folds?', country: 'US' };
  for (const maxWaitSeconds of [-1, 21_601, 1.5, '300']) {
    const { status, body } = await tenant.send('POST', '/v1/async/task', {
      taskType: 'CHAT',
      payload,
      maxWaitSeconds,
    });
    expect([status, body.details]).toEqual([
      400,
      [{ field: 'maxWaitSeconds', message: 'Expected an integer from 0 to 21600' }],
    ]);
  }
});
