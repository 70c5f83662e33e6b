import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookHeaders } from '#lib/contract/tasks';
import { hmacSha256Hex } from '#lib/core/crypto';
import { getWebhookUrl, saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { startRun } from '#lib/dashboard/runs/run-store';
import { cellsOf, deliveryFor, type TestCell } from '#tests/support/dashboard';
import { waitFor } from '#tests/support/wait';
import { startTestApp, type Tenant, type TestApp } from './test-app';

const secret = 'whsec_of-our-own-receiver';
let stage: TestApp;
let ours: Tenant;
let theirs: Tenant;
let path: string;
let theirCell: TestCell;

beforeAll(async () => {
  stage = await startTestApp({ worker: true });
  ours = await stage.createTenant();
  theirs = await stage.createTenant();
  await saveApiCredentials(ours.owner, { apiKey: 'ansk_unused', signingSecret: secret });
  path = new URL(await getWebhookUrl(ours.owner)).pathname;
  const run = await startRun(theirs.owner, {
    projectId: theirs.project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  const cell = (await cellsOf(theirs.owner, run?.runId ?? ''))[0];
  if (!cell) throw new Error('The run has no cell.');
  theirCell = cell;
}, 300_000);
afterAll(() => stage?.stop());

const seconds = () => Math.floor(Date.now() / 1000);
function signed(body: string, { key = secret, at = seconds() } = {}): Record<string, string> {
  return {
    'content-type': 'application/json',
    [webhookHeaders.id]: randomUUID(),
    [webhookHeaders.timestamp]: String(at),
    [webhookHeaders.signature]: `v1=${hmacSha256Hex(key, String(at), '.', Buffer.from(body))}`,
  };
}
const good = () => JSON.stringify(deliveryFor({ runId: randomUUID(), id: randomUUID() }, { text: 'Hello' }));
const received = async () => (await stage.db.$client.query('SELECT 1 FROM webhook_inbox')).rowCount;

describe('rejected deliveries', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  test.each<[string, number, () => [string, string, Record<string, string>]]>([
    ['to an unknown token', 404, () => ['/webhooks/answers/unknown', good(), signed(good())]],
    ['to a token that is no text', 404, () => ['/webhooks/answers/%ff', '{}', {}]],
    ['without signature', 400, () => [path, good(), {}]],
    ['signed by another secret', 401, () => [path, ...pair(good(), { key: 'whsec_of-another' })]],
    ['with the signature of another body', 401, () => [path, good(), signed(good())]],
    ['from ten minutes ago', 400, () => [path, ...pair(good(), { at: seconds() - 600 })]],
    ['from the future', 400, () => [path, ...pair(good(), { at: seconds() + 600 })]],
    ['that is not JSON', 400, () => [path, ...pair('{')]],
    ['that is empty', 400, () => [path, ...pair('')]],
    ['that is no task', 400, () => [path, ...pair('{"task":{"id":"x"}}')]],
    ['that is nested without end', 400, () => [path, ...pair(deep)]],
    ['that is larger than 10 MB', 413, () => [path, ...pair(`"${'x'.repeat(10 * 1024 * 1024)}"`)]],
  ])('%s gets %d and is not kept', async (_, status, make) => {
    const before = await received();
    const [to, body, headers] = make();
    expect((await stage.post(to, body, headers)).status).toBe(status);
    expect(await received()).toBe(before);
  });
});

test.each([
  ['nested deeper than the database reads', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['with a number past all bounds', '1e400000'],
  ['with NUL and half a letter', '"\\u0000\\ud800"'],
])('a signed delivery %s is never an error of the server', async (_, value) => {
  const whole = good();
  const body = whole.replace('"response":{', `"response":{"odd":${value},`);
  expect(body).not.toBe(whole);
  expect((await stage.post(path, body, signed(body))).status).toBeLessThan(500);
});

test('stores a replayed delivery once and nothing with another organization’s key', async () => {
  const count = async () => (await stage.db.$client.query('SELECT 1 FROM answers')).rowCount;
  const before = await count();
  const taskId = randomUUID();
  const cell = { runId: theirCell.runId, id: theirCell.id };
  const body = JSON.stringify(deliveryFor(cell, { text: 'Otterline is best.' }, { taskId }));
  for (let sent = 0; sent < 3; sent++) expect((await stage.post(path, body, signed(body))).status).toBe(202);
  const { rows } = await waitFor('the delivery is analysed', async () => {
    const found = await stage.db.$client.query(
      'SELECT organization_id AS id FROM webhook_inbox WHERE task_id = $1 AND ingested_at IS NOT NULL',
      [taskId],
    );
    return found.rowCount ? found : null;
  });
  expect(rows).toEqual([{ id: ours.owner.organizationId }]);
  expect(await count()).toBe(before);
  const cells = await cellsOf(theirs.owner, theirCell.runId);
  expect(cells.find(({ id }) => id === theirCell.id)?.status).not.toBe('answered');
});

function pair(body: string, options: { key?: string; at?: number } = {}): [string, Record<string, string>] {
  return [body, signed(body, options)];
}
