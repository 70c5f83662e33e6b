import { afterAll, expect, test } from 'vitest';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-status';
import type { MockBehavior, MockCall } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

let getBehavior: (call: MockCall) => MockBehavior | undefined = () => undefined;
const providers = await startMockProviders({
  folder: fixturesFolder,
  getBehavior: (call) => getBehavior(call),
});
const testService = await startService({
  OPENAI_API_KEY: 'instance-key',
  OPENAI_BASE_URL: providers.url,
  OPENAI_MODEL: 'gpt-old',
  DATAFORSEO_LOGIN: 'login',
  DATAFORSEO_PASSWORD: 'password',
  DATAFORSEO_BASE_URL: providers.url,
  ENGINE_PROVIDERS: 'gen=dataforseo,search=dataforseo',
});
await testService.startWorker();
afterAll(async () => {
  await testService.stop();
  await providers.close();
});

type Tenant = Awaited<ReturnType<typeof testService.createTenant>>;
const { db } = testService.service;

async function createTasks(organization: Tenant, taskType: string, field: string, count: number) {
  const tasks = Array.from({ length: count }, (_, index) => ({
    taskType,
    payload: { [field]: `Which kayak folds? ${index}`, country: 'US' },
  }));
  const { body } = await organization.send('POST', '/v1/async/task/batch', tasks);
  expect(body.summary).toMatchObject({ succeeded: count });
}

async function countByStatus(organization: Tenant, engine: string): Promise<Record<string, number>> {
  const { rows } = await db.$client.query(
    'SELECT status, count(*)::int AS tasks FROM tasks WHERE organization_id = $1 AND engine = $2 GROUP BY status',
    [organization.id, engine],
  );
  return Object.fromEntries(rows.map(({ status, tasks }) => [status, tasks]));
}

const readCircuits = async () =>
  (
    await db.$client.query(
      `SELECT provider, reason, split_part(key_fingerprint, ':', 2) AS engine, failed_probes AS probes FROM circuit_breakers`,
    )
  ).rows;

async function readStatus(organization: Tenant, engine: string) {
  const actor = { kind: 'operator' as const };
  const context = { ...testService.service, organizationId: organization.id, actor };
  const statuses = await listEngineStatuses(testService.service, context);
  return statuses.find((status) => status.engine === engine);
}

test('a retired endpoint fails the tasks of its engine at once, but of no other engine that uses the same key', async () => {
  const organization = await testService.createTenant({ plan: 'team', asyncConcurrency: 1 });
  getBehavior = ({ path }) =>
    path.includes('gemini') ? { kind: 'response', status: 404, body: '<h1>Not found</h1>' } : undefined;
  const countRequests = () => providers.calls.filter(({ path }) => path.includes('gemini')).length;
  await createTasks(organization, 'GEN', 'prompt', 4);
  await waitFor('all tasks failed', async () => (await countByStatus(organization, 'gen')).FAILED === 4);
  expect(countRequests()).toBe(1);
  expect(await readCircuits()).toMatchObject([{ provider: 'dataforseo', reason: 'retired', engine: 'gen' }]);
  expect((await readStatus(organization, 'gen'))?.circuit).toMatchObject({
    reason: 'retired',
    notice: 'DataForSEO retired this endpoint; update Answerscope.',
  });
  await createTasks(organization, 'SEARCH', 'query', 3);
  await waitFor(
    'the other engine’s tasks complete',
    async () => (await countByStatus(organization, 'search')).COMPLETED === 3,
  );
  expect((await readStatus(organization, 'search'))?.circuit).toBeUndefined();

  await createTasks(organization, 'GEN', 'prompt', 3);
  await waitFor(
    'a probe failed, and with it the tasks that waited for it',
    async () => (await countByStatus(organization, 'gen')).FAILED === 7,
    { seconds: 30 },
  );
  expect(countRequests()).toBe(2);

  getBehavior = () => undefined;
  await createTasks(organization, 'GEN', 'prompt', 3);
  await waitFor(
    'a probe closes the circuit and the other tasks complete',
    async () => (await countByStatus(organization, 'gen')).COMPLETED === 3,
    { seconds: 40 },
  );
  expect(await readCircuits()).toEqual([]);
});

test('a retired model is named with its setting, and its tasks fail without a retry or a charge', async () => {
  const organization = await testService.createTenant({ plan: 'team', asyncConcurrency: 1 });
  const error = { code: 'model_not_found', message: 'The model `gpt-old` has been deprecated.' };
  getBehavior = () => ({ kind: 'response', status: 404, body: { error } });
  const calls = providers.calls.length;
  await createTasks(organization, 'CHAT', 'prompt', 2);
  await waitFor('the tasks failed', async () => (await countByStatus(organization, 'chat')).FAILED === 2);
  expect(providers.calls.length).toBe(calls + 1);
  expect(await readCircuits()).toMatchObject([
    { provider: 'openai', reason: 'retired_model', engine: 'chat' },
  ]);
  expect((await readStatus(organization, 'chat'))?.circuit?.notice).toBe(
    'OpenAI retired the model gpt-old; set OPENAI_MODEL to a current one.',
  );
  const { rows } = await db.$client.query(
    `SELECT response->'error' AS error, credits_charged AS charged FROM tasks WHERE organization_id = $1 ORDER BY provider_attempts DESC`,
    [organization.id],
  );
  expect(rows).toEqual(
    [1, 0].map((attempts) => ({
      error: expect.objectContaining({
        code: 'EXTERNAL_SERVICE_ERROR',
        message:
          'The engine’s provider no longer offers what this instance requests. Its operator can update the instance.',
        details: { service: 'chat', attempts },
      }),
      charged: 0,
    })),
  );
  expect(JSON.stringify(rows)).not.toMatch(/gpt-old|deprecated|retired/);
});
