import { afterAll, beforeEach, expect, test } from 'vitest';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { maxWaitHours } from '#lib/service/tasks/claim-blocked-tasks';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { authoredFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

type Decide = (prompt: string, provider: string) => MockBehavior | undefined;
let decide: Decide = () => undefined;
let decideByKey: (authorization: string | undefined) => MockBehavior | undefined = () => undefined;
const providers = await startMockProviders({
  folder: authoredFolder,
  control: ({ prompt, provider, headers }) => decideByKey(headers.authorization) ?? decide(prompt, provider),
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

const dead: MockBehavior = { kind: 'fail', status: 503, body: 'down' };
beforeEach(async () => {
  decide = () => undefined;
  await testService.db.$client.query('DELETE FROM circuit_breakers');
});

const circuits = async () =>
  (
    await testService.db.$client.query(
      'SELECT provider AS provider, reason, failed_probes AS probes FROM circuit_breakers',
    )
  ).rows;
const countCalls = (provider: string) => providers.calls.filter((call) => call.provider === provider).length;

async function createTasks(
  tenant: Awaited<ReturnType<typeof testService.newOrganization>>,
  taskType: string,
  count: number,
) {
  const tasks = Array.from({ length: count }, (_, index) => ({
    taskType,
    payload: { prompt: `Which kayak folds? ${taskType} ${index} ${Math.random()}`, country: 'US' },
  }));
  const { body } = await tenant.send('POST', '/v1/async/task/batch', tasks);
  expect(body.summary.failed).toBe(0);
}

async function statuses(organizationId: string): Promise<Record<string, number>> {
  const { rows } = await testService.db.$client.query(
    'SELECT status, count(*)::int AS tasks FROM tasks WHERE organization_id = $1 GROUP BY status',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ status, tasks }) => [status, tasks]));
}

test('keeps tasks waiting while their provider is down and completes them once it recovers', async () => {
  const tenant = await testService.newOrganization({ plan: 'team' });
  decide = (_, provider) => (provider === 'openai' ? dead : undefined);
  await createTasks(tenant, 'CHAT', 30);
  await waitFor('the circuit is open', async () => (await circuits()).length === 1);
  await createTasks(tenant, 'GEN', 10);
  await waitFor('the other provider’s tasks end', async () => (await statuses(tenant.id)).COMPLETED === 10);
  await waitFor('a probe failed', async () => (await circuits())[0]?.probes >= 1);
  expect(await circuits()).toMatchObject([{ provider: 'openai', reason: 'failing' }]);
  const { body: queue } = await tenant.send('GET', '/v1/async/status');
  expect(queue.queuedTasks + queue.processingTasks).toBe(30);
  expect(queue.processingTasks).toBeLessThanOrEqual(1);
  decide = () => undefined;
  await waitFor('all end', async () => (await statuses(tenant.id)).COMPLETED === 40, { seconds: 30 });
  expect(await circuits()).toEqual([]);
  const { rows } = await testService.db.$client.query(
    `SELECT q.queued, q.processing, a.held, a.balance,
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = a.organization_id) AS ledger,
       (SELECT max(attempt) FROM tasks t WHERE t.organization_id = a.organization_id) AS attempt
     FROM task_queue_stats q JOIN credit_balances a USING (organization_id) WHERE organization_id = $1`,
    [tenant.id],
  );
  expect(rows).toEqual([
    { queued: 0, processing: 0, held: 0, balance: rows[0].ledger, ledger: rows[0].ledger, attempt: 1 },
  ]);
}, 60_000);

test('does not open the circuit when a single request fails repeatedly', async () => {
  const tenant = await testService.newOrganization({ plan: 'team' });
  decide = (prompt) =>
    prompt.includes('CHAT')
      ? { kind: 'fail', status: 500, headers: { 'retry-after': '0' }, body: '' }
      : undefined;
  await createTasks(tenant, 'CHAT', 1);
  await waitFor('some attempts', async () => countCalls('openai') > 3);
  expect(await circuits()).toEqual([]);
}, 30_000);

test('opens the circuit at once when the provider account has no quota: that task fails, the others wait', async () => {
  const tenant = await testService.newOrganization({ plan: 'team', asyncConcurrency: 1 });
  decide = (_, provider) =>
    provider === 'openai'
      ? { kind: 'fail', status: 429, body: { error: { code: 'insufficient_quota', message: 'Pay first.' } } }
      : undefined;
  await createTasks(tenant, 'CHAT', 5);
  await waitFor('the circuit is open', async () => (await circuits())[0]?.reason === 'quota');
  await waitFor('one failed and the others wait', async () => {
    const { FAILED, QUEUED } = await statuses(tenant.id);
    return FAILED === 1 && QUEUED === 4;
  });
  decide = () => undefined;
  const { body } = await tenant.send('POST', '/v1/monitor/chat', {
    prompt: 'Which kayak folds?',
    country: 'US',
  });
  expect(body.success).toBe(true);
  await waitFor(
    'the rest ends, woken by a sync answer',
    async () => (await statuses(tenant.id)).COMPLETED === 4,
  );
}, 30_000);

test('fails tasks that waited too long for a provider without charging them', async () => {
  const tenant = await testService.newOrganization({ plan: 'team', asyncConcurrency: 4 });
  decide = (_, provider) => (provider === 'openai' ? dead : undefined);
  await createTasks(tenant, 'CHAT', 12);
  await waitFor('the circuit is open', async () => (await circuits()).length === 1);
  await testService.db.$client.query(
    `UPDATE tasks SET created_at = now() - make_interval(hours => $2, mins => 1) WHERE organization_id = $1`,
    [tenant.id, maxWaitHours],
  );
  await waitFor('all have failed', async () => (await statuses(tenant.id)).FAILED === 12);
  const { rows } = await testService.db.$client.query(
    `SELECT DISTINCT response->'error'->>'code' AS code, response->'error'->'details'->>'service' AS service,
       credits_charged AS charged, held, queued, processing
     FROM tasks JOIN credit_balances USING (organization_id) JOIN task_queue_stats USING (organization_id)
     WHERE organization_id = $1`,
    [tenant.id],
  );
  expect(rows).toEqual([
    { code: 'EXTERNAL_SERVICE_ERROR', service: 'chat', charged: 0, held: 0, queued: 0, processing: 0 },
  ]);
}, 40_000);

test('a failing provider key of one organization does not affect others', async () => {
  const [owner, other] = [
    await testService.newOrganization({ plan: 'team' }),
    await testService.newOrganization({ plan: 'team' }),
  ];
  const context = { ...testService.service, organizationId: owner.id, actor: { kind: 'operator' as const } };
  await setProviderKeys(context, { provider: 'openai', keys: { OPENAI_API_KEY: 'own-dead-key' } });
  decideByKey = (authorization) => (authorization === 'Bearer own-dead-key' ? dead : undefined);
  await createTasks(owner, 'CHAT', 12);
  await waitFor('its circuit is open', async () => (await circuits()).length === 1);
  await createTasks(other, 'CHAT', 5);
  await waitFor('the other’s tasks end', async () => (await statuses(other.id)).COMPLETED === 5);
  expect((await statuses(owner.id)).COMPLETED ?? 0).toBe(0);
  decideByKey = () => undefined;
  await waitFor('its own end too', async () => (await statuses(owner.id)).COMPLETED === 12, { seconds: 30 });
}, 60_000);
