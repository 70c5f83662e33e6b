import { afterAll, beforeEach, expect, test } from 'vitest';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { maxWaitHours } from '#lib/service/tasks/claim-blocked-tasks';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { authoredFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

type Decide = (prompt: string, vendor: string) => MockBehavior | undefined;
let decide: Decide = () => undefined;
let decideByKey: (authorization: string | undefined) => MockBehavior | undefined = () => undefined;
const vendors = await startMockProviders({
  folder: authoredFolder,
  control: ({ prompt, provider, headers }) => decideByKey(headers.authorization) ?? decide(prompt, provider),
});
const stage = await startService({
  OPENAI_API_KEY: 'instance-key',
  OPENAI_BASE_URL: vendors.url,
  GEMINI_API_KEY: 'instance-key',
  GEMINI_BASE_URL: vendors.url,
  WORKER_CONCURRENCY: '16',
});
await stage.startWorker();
afterAll(async () => {
  await stage.stop();
  await vendors.close();
});

const dead: MockBehavior = { kind: 'fail', status: 503, body: 'down' };
beforeEach(async () => {
  decide = () => undefined;
  await stage.db.$client.query('DELETE FROM circuit_breakers');
});

const circuits = async () =>
  (
    await stage.db.$client.query(
      'SELECT provider AS vendor, reason, failed_probes AS probes FROM circuit_breakers',
    )
  ).rows;
const askedOf = (vendor: string) => vendors.calls.filter((call) => call.provider === vendor).length;

async function createTasks(
  tenant: Awaited<ReturnType<typeof stage.newOrganization>>,
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
  const { rows } = await stage.db.$client.query(
    'SELECT status, count(*)::int AS tasks FROM tasks WHERE organization_id = $1 GROUP BY status',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ status, tasks }) => [status, tasks]));
}

test('a dead vendor’s tasks wait, another’s go on, and all end once it answers', async () => {
  const tenant = await stage.newOrganization({ plan: 'team' });
  decide = (_, vendor) => (vendor === 'openai' ? dead : undefined);
  await createTasks(tenant, 'CHAT', 30);
  await waitFor('the circuit is open', async () => (await circuits()).length === 1);
  await createTasks(tenant, 'GEN', 10);
  await waitFor('the other vendor’s tasks end', async () => (await statuses(tenant.id)).COMPLETED === 10);
  await waitFor('a probe failed', async () => (await circuits())[0]?.probes >= 1);
  expect(await circuits()).toMatchObject([{ vendor: 'openai', reason: 'failing' }]);
  const { body: queue } = await tenant.send('GET', '/v1/async/status');
  expect(queue.queuedTasks + queue.processingTasks).toBe(30);
  expect(queue.processingTasks).toBeLessThanOrEqual(1);
  decide = () => undefined;
  await waitFor('all end', async () => (await statuses(tenant.id)).COMPLETED === 40, { seconds: 30 });
  expect(await circuits()).toEqual([]);
  const { rows } = await stage.db.$client.query(
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

test('one question that the vendor cannot stand uses up its attempts and shuts nobody out', async () => {
  const tenant = await stage.newOrganization({ plan: 'team' });
  decide = (prompt) =>
    prompt.includes('CHAT')
      ? { kind: 'fail', status: 500, headers: { 'retry-after': '0' }, body: '' }
      : undefined;
  await createTasks(tenant, 'CHAT', 1);
  await waitFor('some attempts', async () => askedOf('openai') > 3);
  expect(await circuits()).toEqual([]);
}, 30_000);

test('an empty account shuts its vendor at once; the task that met it fails, the others wait', async () => {
  const tenant = await stage.newOrganization({ plan: 'team', asyncConcurrency: 1 });
  decide = (_, vendor) =>
    vendor === 'openai'
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

test('what has waited too long for a dead vendor fails and costs nothing', async () => {
  const tenant = await stage.newOrganization({ plan: 'team', asyncConcurrency: 4 });
  decide = (_, vendor) => (vendor === 'openai' ? dead : undefined);
  await createTasks(tenant, 'CHAT', 12);
  await waitFor('the circuit is open', async () => (await circuits()).length === 1);
  await stage.db.$client.query(
    `UPDATE tasks SET created_at = now() - make_interval(hours => $2, mins => 1) WHERE organization_id = $1`,
    [tenant.id, maxWaitHours],
  );
  await waitFor('all have failed', async () => (await statuses(tenant.id)).FAILED === 12);
  const { rows } = await stage.db.$client.query(
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

test('a dead key of one organization’s own shuts nobody else out', async () => {
  const [owner, other] = [
    await stage.newOrganization({ plan: 'team' }),
    await stage.newOrganization({ plan: 'team' }),
  ];
  const context = { ...stage.service, organizationId: owner.id, actor: { kind: 'operator' as const } };
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
