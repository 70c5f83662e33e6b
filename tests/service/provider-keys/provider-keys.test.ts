import { afterAll, expect, test } from 'vitest';
import type { Role } from '#lib/core/permissions';
import {
  listProviderKeys,
  removeProviderKeys,
  setProviderKeys,
} from '#lib/service/provider-keys/provider-keys';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-status';
import { startMockProviders } from '#scripts/mock-providers/server';
import { authoredFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const providers = await startMockProviders({ folder: authoredFolder });
const testService = await startService({
  OPENAI_BASE_URL: providers.url,
  DATAFORSEO_BASE_URL: providers.url,
  ENGINE_PROVIDERS: 'gen=sandbox',
});
await testService.startWorker();
afterAll(async () => {
  await testService.stop();
  await providers.close();
});

const as = (organizationId: string, role: Role = 'owner') => ({
  ...testService.service,
  organizationId,
  actor: { kind: 'member' as const, userId: '0b0b0b0b-0000-4000-8000-000000000000', role },
});
const question = { prompt: 'Which kayak folds?', country: 'US' };
const key = 'sk-own-key-of-this-tenant-1234';
const isFictional = (body: { result: { sources: { url: string }[] } }) =>
  body.result.sources.every(({ url }) => new URL(url).hostname.endsWith('.example'));

test('uses a provider key only for its organization, in sync requests and in tasks', async () => {
  const [tenant, other] = [await testService.newOrganization(), await testService.newOrganization()];
  await setProviderKeys(as(tenant.id), { provider: 'openai', keys: { OPENAI_API_KEY: ` ${key} ` } });
  const { body } = await tenant.send('POST', '/v1/monitor/chat', question);
  expect(body.success).toBe(true);
  expect(providers.calls.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  const before = providers.calls.length;
  const { body: sandboxed } = await other.send('POST', '/v1/monitor/chat', question);
  expect(isFictional(sandboxed)).toBe(true);
  const { body: created } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: question,
  });
  await waitFor('the task ends', async () => {
    const { body: read } = await tenant.send('GET', `/v1/async/task/${created.task.id}`);
    return read.task.status === 'COMPLETED';
  });
  expect(providers.calls.length).toBe(before + 1);
  const { rows } = await testService.db.$client.query(
    'SELECT provider FROM tasks WHERE organization_id = $1',
    [tenant.id],
  );
  expect(rows).toEqual([{ provider: 'openai' }]);
  await waitFor('the request is logged with who answered', async () => {
    const { rows: logged } = await testService.db.$client.query(
      `SELECT provider FROM requests WHERE organization_id = $1 AND path = '/v1/monitor/chat'`,
      [tenant.id],
    );
    return logged[0]?.provider === 'openai';
  });
  await testService.service.stats.flush();
  const statuses = await listEngineStatuses(testService.service, as(tenant.id));
  expect(statuses.find(({ engine }) => engine === 'chat')).toMatchObject({
    provider: 'OpenAI',
    keys: 'own',
  });
  expect(statuses.find(({ engine }) => engine === 'chat')?.stats.requests).toBeGreaterThanOrEqual(1);
  expect(statuses.find(({ engine }) => engine === 'social')).toMatchObject({ provider: undefined });
});

test('encrypts a provider key for its organization and lists only its last characters', async () => {
  const [tenant, thief] = [await testService.newOrganization(), await testService.newOrganization()];
  await setProviderKeys(as(tenant.id), { provider: 'openai', keys: { OPENAI_API_KEY: key } });
  expect(await listProviderKeys(as(tenant.id))).toMatchObject([{ provider: 'openai', hint: '1234' }]);
  expect(await listProviderKeys(as(thief.id))).toEqual([]);
  const { rows } = await testService.db.$client.query(
    'SELECT * FROM provider_keys WHERE organization_id = $1',
    [tenant.id],
  );
  expect(JSON.stringify(rows)).not.toContain('own-key');
  await testService.db.$client.query(
    'INSERT INTO provider_keys SELECT $2, provider, keys_encrypted, hint FROM provider_keys WHERE organization_id = $1',
    [tenant.id, thief.id],
  );
  const before = providers.calls.length;
  const { body } = await thief.send('POST', '/v1/monitor/chat', question);
  expect(isFictional(body)).toBe(true);
  expect(providers.calls.length).toBe(before);
});

test('stops using a removed provider key', async () => {
  const tenant = await testService.newOrganization();
  await setProviderKeys(as(tenant.id), { provider: 'openai', keys: { OPENAI_API_KEY: key } });
  await removeProviderKeys(as(tenant.id), { provider: 'openai' });
  const { body } = await tenant.send('POST', '/v1/monitor/chat', question);
  expect(isFictional(body)).toBe(true);
  await expect(removeProviderKeys(as(tenant.id), { provider: 'openai' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('ENGINE_PROVIDERS takes precedence over provider keys', async () => {
  const tenant = await testService.newOrganization();
  const keys = { DATAFORSEO_LOGIN: 'ada', DATAFORSEO_PASSWORD: 'password-of-ada' };
  await setProviderKeys(as(tenant.id), { provider: 'dataforseo', keys });
  const statuses = await listEngineStatuses(testService.service, as(tenant.id));
  const providers = Object.fromEntries(statuses.map(({ engine, provider }) => [engine, provider]));
  expect(providers).toMatchObject({ gen: 'the sandbox', chat: 'DataForSEO', office: 'the sandbox' });
});

test('only owners and admins set and remove keys, and only providers’ whole keys', async () => {
  const { id } = await testService.newOrganization();
  const input = { provider: 'openai', keys: { OPENAI_API_KEY: key } };
  for (const role of ['editor', 'viewer'] as const) {
    const refused = { code: 'INSUFFICIENT_PERMISSIONS' };
    await expect(setProviderKeys(as(id, role), input)).rejects.toMatchObject(refused);
    await expect(removeProviderKeys(as(id, role), { provider: 'openai' })).rejects.toMatchObject(refused);
  }
  await expect(listProviderKeys(as(id, 'viewer'))).rejects.toThrow('Your role does not allow this.');
  await setProviderKeys(as(id, 'admin'), input);
  const wrongs: { provider: string; keys: Record<string, string> }[] = [
    { provider: 'toString', keys: { OPENAI_API_KEY: key } },
    { provider: 'openai', keys: {} },
    { provider: 'openai', keys: { OPENAI_API_KEY: '   ' } },
    { provider: 'openai', keys: { OPENAI_API_KEY: 'two\nlines' } },
    { provider: 'openai', keys: { OPENAI_API_KEY: 'a'.repeat(501) } },
    { provider: 'dataforseo', keys: { DATAFORSEO_LOGIN: 'ada' } },
  ];
  for (const wrong of wrongs) {
    await expect(setProviderKeys(as(id), wrong)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});
