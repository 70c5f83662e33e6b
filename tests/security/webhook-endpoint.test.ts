import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookHeaders } from '#lib/contract/tasks';
import { hmacSha256Hex } from '#lib/core/crypto';
import { getWebhookUrl, saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { startRun } from '#lib/dashboard/runs/run-store';
import { buildDelivery, listRunItems, type TestRunItem } from '#tests/support/dashboard';
import { waitFor } from '#tests/support/wait';
import { startTestApp, type Tenant, type TestApp } from './test-app';

const secret = 'whsec_ours';
let app: TestApp;
let tenant: Tenant;
let otherTenant: Tenant;
let path: string;
let otherItem: TestRunItem;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  tenant = await app.createTenant();
  otherTenant = await app.createTenant();
  await saveApiCredentials(tenant.owner, { apiKey: 'unused', signingSecret: secret });
  path = new URL(await getWebhookUrl(tenant.owner)).pathname;
  const run = await startRun(otherTenant.owner, {
    projectId: otherTenant.project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  const item = (await listRunItems(otherTenant.owner, run?.runId ?? ''))[0];
  if (!item) throw new Error('The run has no items.');
  otherItem = item;
}, 300_000);
afterAll(() => app?.stop());

const getUnixTime = () => Math.floor(Date.now() / 1000);
function createSignedHeaders(
  body: string,
  { key = secret, at = getUnixTime() } = {},
): Record<string, string> {
  return {
    'content-type': 'application/json',
    [webhookHeaders.id]: randomUUID(),
    [webhookHeaders.timestamp]: String(at),
    [webhookHeaders.signature]: `v1=${hmacSha256Hex(key, String(at), '.', Buffer.from(body))}`,
  };
}
const buildBody = () =>
  JSON.stringify(buildDelivery({ runId: randomUUID(), id: randomUUID() }, { text: 'Hello' }));
const countInbox = async () => (await app.db.$client.query('SELECT 1 FROM webhook_inbox')).rowCount;

describe('rejected deliveries', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  test.each<[string, number, () => [string, string, Record<string, string>]]>([
    [
      'to an unknown token',
      404,
      () => ['/webhooks/answers/unknown', buildBody(), createSignedHeaders(buildBody())],
    ],
    ['to a token that is not valid UTF-8', 404, () => ['/webhooks/answers/%ff', '{}', {}]],
    ['without signature', 400, () => [path, buildBody(), {}]],
    ['signed with another secret', 401, () => [path, ...signBody(buildBody(), { key: 'whsec_another' })]],
    ['with the signature of another body', 401, () => [path, buildBody(), createSignedHeaders(buildBody())]],
    ['from ten minutes ago', 400, () => [path, ...signBody(buildBody(), { at: getUnixTime() - 600 })]],
    ['from the future', 400, () => [path, ...signBody(buildBody(), { at: getUnixTime() + 600 })]],
    ['that is not JSON', 400, () => [path, ...signBody('{')]],
    ['that is empty', 400, () => [path, ...signBody('')]],
    ['that is not a task', 400, () => [path, ...signBody('{"task":{"id":"x"}}')]],
    ['that is nested too deeply', 400, () => [path, ...signBody(deep)]],
    ['that is larger than 10 MB', 413, () => [path, ...signBody(`"${'x'.repeat(10 * 1024 * 1024)}"`)]],
  ])('%s get the response %d and store nothing', async (_, status, getRequest) => {
    const before = await countInbox();
    const [target, body, headers] = getRequest();
    expect((await app.post(target, body, headers)).status).toBe(status);
    expect(await countInbox()).toBe(before);
  });
});

test.each([
  ['nested deeper than the database allows', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['with a number out of range', '1e400000'],
  ['with NUL and a lone surrogate', '"\\u0000\\ud800"'],
])('a signed delivery %s never causes a server error', async (_, value) => {
  const valid = buildBody();
  const body = valid.replace('"response":{', `"response":{"extra":${value},`);
  expect(body).not.toBe(valid);
  expect((await app.post(path, body, createSignedHeaders(body))).status).toBeLessThan(500);
});

test('stores a replayed delivery once, and no answer for an item of another organization', async () => {
  const countAnswers = async () => (await app.db.$client.query('SELECT 1 FROM answers')).rowCount;
  const before = await countAnswers();
  const taskId = randomUUID();
  const item = { runId: otherItem.runId, id: otherItem.id };
  const body = JSON.stringify(buildDelivery(item, { text: 'Otterline is best.' }, { taskId }));
  for (let attempt = 0; attempt < 3; attempt++)
    expect((await app.post(path, body, createSignedHeaders(body))).status).toBe(202);
  const { rows } = await waitFor('the delivery is ingested', async () => {
    const result = await app.db.$client.query(
      'SELECT organization_id AS id FROM webhook_inbox WHERE task_id = $1 AND ingested_at IS NOT NULL',
      [taskId],
    );
    return result.rowCount ? result : null;
  });
  expect(rows).toEqual([{ id: tenant.owner.organizationId }]);
  expect(await countAnswers()).toBe(before);
  const items = await listRunItems(otherTenant.owner, otherItem.runId);
  expect(items.find(({ id }) => id === otherItem.id)?.status).not.toBe('answered');
});

function signBody(
  body: string,
  options: { key?: string; at?: number } = {},
): [string, Record<string, string>] {
  return [body, createSignedHeaders(body, options)];
}
