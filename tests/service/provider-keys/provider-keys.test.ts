import { afterAll, expect, test } from 'vitest';
import type { Role } from '#lib/core/permissions';
import { checkAndSetProviderKeys } from '#lib/service/provider-keys/check-provider-keys';
import { getEngineAccess, listCurrentProviders } from '#lib/service/provider-keys/engine-providers';
import {
  listProviderKeys,
  removeProviderKeys,
  setProviderKeys,
} from '#lib/service/provider-keys/provider-keys';
import { createProviderResolver } from '#lib/service/provider-keys/provider-resolver';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-status';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const rejectedKey = 'sk-rejected-key';
const providers = await startMockProviders({
  folder: fixturesFolder,
  getBehavior: ({ provider, headers }) => {
    if (provider === 'perplexity') return { kind: 'recording', file: 'error-403-retired-endpoint.json' };
    return headers.authorization === `Bearer ${rejectedKey}`
      ? { kind: 'response', status: 401, body: { error: { message: 'Incorrect API key provided.' } } }
      : undefined;
  },
});
const testService = await startService({
  OPENAI_BASE_URL: providers.url,
  PERPLEXITY_BASE_URL: providers.url,
  DATAFORSEO_BASE_URL: providers.url,
  ENGINE_PROVIDERS: 'gen=sandbox',
});
await testService.startWorker();
afterAll(async () => {
  await testService.stop();
  await providers.close();
});

const asMember = (organizationId: string, role: Role = 'owner') => ({
  ...testService.service,
  organizationId,
  actor: { kind: 'member' as const, userId: '0b0b0b0b-0000-4000-8000-000000000000', role },
});
const request = { prompt: 'Which kayak folds?', country: 'US' };
const apiKey = 'sk-own-key-of-this-tenant-1234';
const isFromSandbox = (body: { result: { sources: { url: string }[] } }) =>
  body.result.sources.every(({ url }) => new URL(url).hostname.endsWith('.example'));

test('uses a provider key only for its organization, in sync requests and in tasks', async () => {
  const [tenant, other] = [await testService.createTenant(), await testService.createTenant()];
  await setProviderKeys(asMember(tenant.id), { provider: 'openai', keys: { OPENAI_API_KEY: ` ${apiKey} ` } });
  const { body } = await tenant.send('POST', '/v1/monitor/chat', request);
  expect(body.success).toBe(true);
  expect(providers.calls.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
  const before = providers.calls.length;
  const { body: sandboxAnswer } = await other.send('POST', '/v1/monitor/chat', request);
  expect(isFromSandbox(sandboxAnswer)).toBe(true);
  const { body: created } = await tenant.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: request,
  });
  await waitFor('the task completes', async () => {
    const { body: record } = await tenant.send('GET', `/v1/async/task/${created.task.id}`);
    return record.task.status === 'COMPLETED';
  });
  expect(providers.calls.length).toBe(before + 1);
  const { rows } = await testService.db.$client.query(
    'SELECT provider FROM tasks WHERE organization_id = $1',
    [tenant.id],
  );
  expect(rows).toEqual([{ provider: 'openai' }]);
  await waitFor('the request is logged with its provider', async () => {
    const { rows: logged } = await testService.db.$client.query(
      `SELECT provider FROM requests WHERE organization_id = $1 AND path = '/v1/monitor/chat'`,
      [tenant.id],
    );
    return logged[0]?.provider === 'openai';
  });
  await testService.service.stats.flush();
  const statuses = await listEngineStatuses(testService.service, asMember(tenant.id));
  expect(statuses.find(({ engine }) => engine === 'chat')).toMatchObject({
    provider: 'OpenAI',
    model: 'gpt-5.2',
    keyOwner: 'organization',
  });
  expect(statuses.find(({ engine }) => engine === 'chat')?.stats.requests).toBeGreaterThanOrEqual(1);
  expect(statuses.find(({ engine }) => engine === 'social')).toMatchObject({
    provider: undefined,
    model: null,
  });
});

test('encrypts a provider key for its organization and lists only its last characters', async () => {
  const [tenant, other] = [await testService.createTenant(), await testService.createTenant()];
  await setProviderKeys(asMember(tenant.id), { provider: 'openai', keys: { OPENAI_API_KEY: apiKey } });
  expect(await listProviderKeys(asMember(tenant.id))).toMatchObject([
    { provider: 'openai', lastFour: '1234' },
  ]);
  expect(await listProviderKeys(asMember(other.id))).toEqual([]);
  const { rows } = await testService.db.$client.query(
    'SELECT * FROM provider_keys WHERE organization_id = $1',
    [tenant.id],
  );
  expect(JSON.stringify(rows)).not.toContain('own-key');
  // The other organization cannot decrypt a copy of the row, so the sandbox answers.
  await testService.db.$client.query(
    'INSERT INTO provider_keys SELECT $2, provider, keys_encrypted, last_four FROM provider_keys WHERE organization_id = $1',
    [tenant.id, other.id],
  );
  const before = providers.calls.length;
  const { body } = await other.send('POST', '/v1/monitor/chat', request);
  expect(isFromSandbox(body)).toBe(true);
  expect(providers.calls.length).toBe(before);
});

test('stores a key only after the provider has answered a request that uses it', async () => {
  const { id } = await testService.createTenant();
  const { settings } = testService.service;
  const input = { provider: 'openai', keys: { OPENAI_API_KEY: apiKey } };
  const rejectedInput = { ...input, keys: { OPENAI_API_KEY: rejectedKey } };
  const calls = providers.calls.length;
  await expect(checkAndSetProviderKeys(settings, asMember(id, 'editor'), input)).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  expect(providers.calls.length).toBe(calls);
  await expect(checkAndSetProviderKeys(settings, asMember(id), rejectedInput)).rejects.toThrow(
    /^OpenAI rejected the request\. .* The key was not saved\. OpenAI said: .*Incorrect API key/,
  );
  expect(await listProviderKeys(asMember(id))).toEqual([]);
  expect(await listCurrentProviders(testService.service, asMember(id))).toContainEqual(
    expect.objectContaining({
      engine: 'chat',
      access: 'sandbox',
      title: null,
      model: null,
    }),
  );
  const check = await checkAndSetProviderKeys(settings, asMember(id), input);
  expect(check).toMatchObject({ provider: 'OpenAI', model: expect.stringContaining('gpt') });
  expect(providers.calls.length).toBe(calls + 2);
  expect(await listProviderKeys(asMember(id))).toMatchObject([{ provider: 'openai', lastFour: '1234' }]);
});

test('says that the endpoint was retired, not that the key is wrong', async () => {
  const { id } = await testService.createTenant();
  const input = { provider: 'perplexity', keys: { PERPLEXITY_API_KEY: 'pplx-valid-key' } };
  const check = checkAndSetProviderKeys(testService.service.settings, asMember(id), input);
  await expect(check).rejects.toMatchObject({
    code: 'EXTERNAL_SERVICE_ERROR',
    message:
      'Perplexity retired this endpoint; update Answerscope. The key itself was not checked, and not saved.',
  });
  expect(await listProviderKeys(asMember(id))).toEqual([]);
});

test('lists the provider that serves each engine of an organization', async () => {
  const { id } = await testService.createTenant();
  await setProviderKeys(asMember(id), { provider: 'openai', keys: { OPENAI_API_KEY: apiKey } });
  const { service } = testService;
  const all = await listCurrentProviders(service, asMember(id));
  expect(all.slice(0, 3)).toMatchObject([
    { engine: 'chat', access: 'api', title: 'OpenAI', model: 'gpt-5.2' },
    { engine: 'gen', access: 'sandbox', title: null, model: null },
    { engine: 'social', access: 'none', title: null, model: null },
  ]);
  await expect(listCurrentProviders(service, asMember(id, 'viewer'))).rejects.toThrow('role');
});

test('returns whether each engine is queried through an API or on its public page, except those that the sandbox or another instance serves', async () => {
  const { id } = await testService.createTenant();
  const settings = {
    ...testService.service.settings,
    REMOTE_BASE_URL: 'https://remote.example',
    REMOTE_API_KEY: 'key',
    ENGINE_PROVIDERS: 'gen=sandbox,office=serpapi,social=remote,answer=perplexity,search=serpapi',
    SERPAPI_API_KEY: 'key',
    PERPLEXITY_API_KEY: 'key',
  };
  await setProviderKeys(asMember(id), {
    provider: 'dataforseo',
    keys: { DATAFORSEO_LOGIN: 'login', DATAFORSEO_PASSWORD: 'password' },
  });
  const service = { settings, providers: createProviderResolver(testService.db, settings) };
  expect(await getEngineAccess(service, id)).toEqual({
    chat: 'page',
    answer: 'api',
    office: 'page',
    searchai: 'page',
    overview: 'page',
    search: 'page',
    'search/news': 'page',
  });
});

test('stops using a removed provider key', async () => {
  const tenant = await testService.createTenant();
  await setProviderKeys(asMember(tenant.id), { provider: 'openai', keys: { OPENAI_API_KEY: apiKey } });
  await removeProviderKeys(asMember(tenant.id), { provider: 'openai' });
  const { body } = await tenant.send('POST', '/v1/monitor/chat', request);
  expect(isFromSandbox(body)).toBe(true);
  await expect(removeProviderKeys(asMember(tenant.id), { provider: 'openai' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('lists the provider of a key as soon as it is saved or removed, although keys are cached', async () => {
  const { id } = await testService.createTenant();
  const listStatus = async () => {
    const statuses = await listEngineStatuses(testService.service, asMember(id));
    return statuses.find(({ engine }) => engine === 'chat')?.provider;
  };
  const listAccess = async () => {
    const current = await listCurrentProviders(testService.service, asMember(id));
    return current.find(({ engine }) => engine === 'chat')?.access;
  };
  for (const [readChat, sandbox, own] of [
    [listStatus, 'Sandbox', 'OpenAI'],
    [listAccess, 'sandbox', 'api'],
  ] as const) {
    expect(await readChat()).toBe(sandbox);
    await setProviderKeys(asMember(id), { provider: 'openai', keys: { OPENAI_API_KEY: apiKey } });
    expect(await readChat()).toBe(own);
    await removeProviderKeys(asMember(id), { provider: 'openai' });
  }
});

test('prefers ENGINE_PROVIDERS to provider keys', async () => {
  const tenant = await testService.createTenant();
  const keys = { DATAFORSEO_LOGIN: 'ada', DATAFORSEO_PASSWORD: 'password-of-ada' };
  await setProviderKeys(asMember(tenant.id), { provider: 'dataforseo', keys });
  const statuses = await listEngineStatuses(testService.service, asMember(tenant.id));
  const providerByEngine = Object.fromEntries(statuses.map(({ engine, provider }) => [engine, provider]));
  expect(providerByEngine).toMatchObject({ gen: 'Sandbox', chat: 'DataForSEO', office: 'Sandbox' });
});

test('lets only owners and admins set and remove keys, and requires all keys of a provider', async () => {
  const { id } = await testService.createTenant();
  const input = { provider: 'openai', keys: { OPENAI_API_KEY: apiKey } };
  for (const role of ['editor', 'viewer'] as const) {
    const forbidden = { code: 'INSUFFICIENT_PERMISSIONS' };
    await expect(setProviderKeys(asMember(id, role), input)).rejects.toMatchObject(forbidden);
    await expect(removeProviderKeys(asMember(id, role), { provider: 'openai' })).rejects.toMatchObject(
      forbidden,
    );
  }
  await expect(listProviderKeys(asMember(id, 'viewer'))).rejects.toThrow('Your role does not allow this.');
  await setProviderKeys(asMember(id, 'admin'), input);
  const invalidInputs: { provider: string; keys: Record<string, string> }[] = [
    { provider: 'toString', keys: { OPENAI_API_KEY: apiKey } },
    { provider: 'openai', keys: {} },
    { provider: 'openai', keys: { OPENAI_API_KEY: '   ' } },
    { provider: 'openai', keys: { OPENAI_API_KEY: 'two\nlines' } },
    { provider: 'openai', keys: { OPENAI_API_KEY: 'a'.repeat(501) } },
    { provider: 'dataforseo', keys: { DATAFORSEO_LOGIN: 'ada' } },
  ];
  for (const invalidInput of invalidInputs) {
    await expect(setProviderKeys(asMember(id), invalidInput)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  }
});
