import { afterAll, beforeEach, expect, test } from 'vitest';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

type GetBehavior = (provider: string) => MockBehavior | undefined;
let getBehavior: GetBehavior = () => undefined;
let getBehaviorByKey: (authorization: string | undefined) => MockBehavior | undefined = () => undefined;
const providers = await startMockProviders({
  folder: fixturesFolder,
  getBehavior: ({ provider, headers }) => getBehaviorByKey(headers.authorization) ?? getBehavior(provider),
});
const testService = await startService({
  OPENAI_API_KEY: 'instance-key',
  OPENAI_BASE_URL: providers.url,
  GEMINI_API_KEY: 'instance-key',
  GEMINI_BASE_URL: providers.url,
  WORKER_CONCURRENCY: '16',
});
await testService.startWorker();
afterAll(async () => {
  await testService.stop();
  await providers.close();
});

const serverError: MockBehavior = { kind: 'response', status: 503, body: 'down' };
beforeEach(async () => {
  getBehavior = () => undefined;
  await testService.db.$client.query('DELETE FROM circuit_breakers');
});

const readCircuits = async () =>
  (
    await testService.db.$client.query(
      'SELECT provider, reason, failed_probes AS probes FROM circuit_breakers',
    )
  ).rows;

async function createTasks(
  organization: Awaited<ReturnType<typeof testService.createTenant>>,
  taskType: string,
  count: number,
) {
  const tasks = Array.from({ length: count }, (_, index) => ({
    taskType,
    payload: { prompt: `Which kayak folds? ${taskType} ${index} ${Math.random()}`, country: 'US' },
  }));
  const { body } = await organization.send('POST', '/v1/async/task/batch', tasks);
  expect(body.summary.failed).toBe(0);
}

async function countByStatus(organizationId: string): Promise<Record<string, number>> {
  const { rows } = await testService.db.$client.query(
    'SELECT status, count(*)::int AS tasks FROM tasks WHERE organization_id = $1 GROUP BY status',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ status, tasks }) => [status, tasks]));
}

test('keeps tasks waiting while their provider is down and completes them once it recovers', async () => {
  const organization = await testService.createTenant({ plan: 'team' });
  getBehavior = (provider) => (provider === 'openai' ? serverError : undefined);
  await createTasks(organization, 'CHAT', 30);
  await waitFor('the circuit is open', async () => (await readCircuits()).length === 1);
  await createTasks(organization, 'GEN', 10);
  await waitFor(
    'the other provider’s tasks complete',
    async () => (await countByStatus(organization.id)).COMPLETED === 10,
  );
  await waitFor('a probe failed', async () => (await readCircuits())[0]?.probes >= 1);
  expect(await readCircuits()).toMatchObject([{ provider: 'openai', reason: 'failing' }]);
  const { body: queue } = await organization.send('GET', '/v1/async/status');
  expect(queue.queuedTasks + queue.processingTasks).toBe(30);
  expect(queue.concurrency.used).toBeLessThanOrEqual(1);
  getBehavior = () => undefined;
  await waitFor('all tasks complete', async () => (await countByStatus(organization.id)).COMPLETED === 40, {
    seconds: 30,
  });
  expect(await readCircuits()).toEqual([]);
  const { rows } = await testService.db.$client.query(
    `SELECT q.queued, q.processing, b.held, b.balance,
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = b.organization_id) AS ledger,
       (SELECT max(attempt) FROM tasks t WHERE t.organization_id = b.organization_id) AS attempt
     FROM task_queue_stats q JOIN credit_balances b USING (organization_id) WHERE organization_id = $1`,
    [organization.id],
  );
  expect(rows).toEqual([
    { queued: 0, processing: 0, held: 0, balance: rows[0].ledger, ledger: rows[0].ledger, attempt: 1 },
  ]);
});

test('opens the circuit immediately when a task exhausts the provider’s quota, and closes it after a sync request succeeds', async () => {
  const organization = await testService.createTenant({ plan: 'team', asyncConcurrency: 1 });
  getBehavior = (provider) =>
    provider === 'openai'
      ? {
          kind: 'response',
          status: 429,
          body: { error: { code: 'insufficient_quota', message: 'Pay first.' } },
        }
      : undefined;
  await createTasks(organization, 'CHAT', 5);
  await waitFor('the circuit is open', async () => (await readCircuits())[0]?.reason === 'quota');
  await waitFor('all have failed', async () => (await countByStatus(organization.id)).FAILED === 5);
  getBehavior = () => undefined;
  const { body } = await organization.send('POST', '/v1/monitor/chat', {
    prompt: 'Which kayak folds?',
    country: 'US',
  });
  expect(body.success).toBe(true);
  await createTasks(organization, 'CHAT', 4);
  await waitFor('new tasks complete', async () => (await countByStatus(organization.id)).COMPLETED === 4);
});

test('a failing provider key of one organization does not affect the others', async () => {
  const [owner, other] = [
    await testService.createTenant({ plan: 'team' }),
    await testService.createTenant({ plan: 'team' }),
  ];
  const context = { ...testService.service, organizationId: owner.id, actor: { kind: 'operator' as const } };
  await setProviderKeys(context, { provider: 'openai', keys: { OPENAI_API_KEY: 'own-failing-key' } });
  getBehaviorByKey = (authorization) =>
    authorization === 'Bearer own-failing-key' ? serverError : undefined;
  await createTasks(owner, 'CHAT', 12);
  await waitFor('its circuit is open', async () => (await readCircuits()).length === 1);
  await createTasks(other, 'CHAT', 5);
  await waitFor(
    'the other organization’s tasks complete',
    async () => (await countByStatus(other.id)).COMPLETED === 5,
  );
  expect((await countByStatus(owner.id)).COMPLETED ?? 0).toBe(0);
  getBehaviorByKey = () => undefined;
  await waitFor('its own tasks complete too', async () => (await countByStatus(owner.id)).COMPLETED === 12, {
    seconds: 30,
  });
});
