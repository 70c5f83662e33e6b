import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import type { Role } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { startService } from '#tests/support/service';

const testService = await startService();
// This process reads its settings once, so the modules that read them are loaded after they are set.
process.env.API_BASE_URL = testService.baseUrl;
vi.resetModules();
const { exampleRequests } = await import('#lib/contract/examples/examples');
const { estimateCredits } = await import('#lib/contract/credits');
const { routeNames } = await import('#lib/contract/openapi/request-form');
const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
const { requestInputSchema, sendPlaygroundRequest } = await import(
  '#lib/dashboard/playground/send-playground-request'
);
const { createOperatorContext } = await import('#lib/db/context');
const { revokeApiKey } = await import('#lib/service/api-keys/api-keys');

const worker = await testService.startWorker();
afterAll(async () => {
  await worker.stop();
  await testService.stop();
});

async function createContexts() {
  const { id, secret, keyId } = await testService.createTenant();
  const operator = createOperatorContext(testService.service, id);
  await saveApiCredentials(operator, { apiKey: secret, signingSecret: null });
  const actAs = (role: Role): Context => ({
    ...operator,
    actor: { kind: 'member', userId: randomUUID(), role },
  });
  return { operator, actAs, keyId, secret };
}
const getHeaders = ({ headers }: { headers: [string, string][] }) => Object.fromEntries(headers);

test('sends the example of every endpoint with the organization’s key and charges what was estimated', async () => {
  const { actAs } = await createContexts();
  for (const endpoint of routeNames) {
    const input = requestInputSchema.parse(exampleRequests[endpoint]);
    const response = await sendPlaygroundRequest(actAs('owner'), { endpoint, input });
    // The example's task and project do not exist, and the social engine has no sandbox.
    const failures: Partial<Record<string, number>> = { getTask: 404, 'monitor:social': 502 };
    const failure = 'project' in (input.query ?? {}) ? 404 : failures[endpoint];
    expect(
      failure === undefined ? [200, 201] : [failure],
      `${endpoint}: ${response.text.slice(0, 200)}`,
    ).toContain(response.status);
    const headers = getHeaders(response);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    if (headers['x-credits-charged'] !== undefined && failure === undefined) {
      expect([endpoint, headers['x-credits-charged']]).toEqual([
        endpoint,
        String(estimateCredits(endpoint, input.body)),
      ]);
    }
    const isAnswer = /^monitor|^run$/.test(endpoint) && failure === undefined;
    expect([endpoint, response.answer !== null]).toEqual([endpoint, isAnswer]);
    if (isAnswer) expect(response.answer?.text.length).toBeGreaterThan(20);
  }
});

test('returns errors of the API as they are, with the request ID', async () => {
  const { actAs } = await createContexts();
  const response = await sendPlaygroundRequest(actAs('editor'), {
    endpoint: 'monitor:chat',
    input: { body: { prompt: ' ', country: 'XX', pages: 'two' } },
  });
  expect(response.status).toBe(400);
  const { error, details } = JSON.parse(response.text);
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(details).toContainEqual({ field: 'prompt', message: 'Prompt cannot be empty' });
  expect(getHeaders(response)['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a path parameter cannot change the rest of the path', async () => {
  const { actAs } = await createContexts();
  for (const taskId of ['../../credits', '..', 'a/b', '?x', '#', '']) {
    const response = await sendPlaygroundRequest(actAs('editor'), {
      endpoint: 'getTask',
      input: { params: { taskId } },
    });
    expect([taskId, [400, 404].includes(response.status)]).toEqual([taskId, true]);
  }
});

test('requires the permission that corresponds to the endpoint’s scope', async () => {
  const { actAs } = await createContexts();
  const credits = { endpoint: 'getCredits', input: {} } as const;
  const clear = { endpoint: 'clearQueue', input: {} } as const;
  const forbidden = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(sendPlaygroundRequest(actAs('viewer'), credits)).rejects.toMatchObject(forbidden);
  expect((await sendPlaygroundRequest(actAs('editor'), credits)).status).toBe(200);
  await expect(sendPlaygroundRequest(actAs('editor'), clear)).rejects.toMatchObject(forbidden);
  expect((await sendPlaygroundRequest(actAs('admin'), clear)).status).toBe(200);
});

test('returns 401 if the dashboard’s key was revoked, without revealing the key', async () => {
  const { operator, actAs, keyId, secret } = await createContexts();
  await revokeApiKey(operator, { id: keyId });
  const response = await sendPlaygroundRequest(actAs('owner'), { endpoint: 'getCredits', input: {} });
  expect([response.status, response.answer]).toEqual([401, null]);
  expect(JSON.stringify(response)).not.toContain(secret);
});

test('rejects unknown endpoints and malformed input', async () => {
  const { actAs } = await createContexts();
  const malformed = [
    { endpoint: 'nothing', input: {} },
    { endpoint: 'getCredits', input: { params: [] } },
    {},
  ];
  for (const request of malformed) {
    // @ts-expect-error Clients can send anything.
    await expect(sendPlaygroundRequest(actAs('owner'), request)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  }
});
