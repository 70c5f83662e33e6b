import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { createFixedClock } from '#lib/core/time';
import { readLimitedBody } from '#lib/core/validation';
import { getWebhookUrl, saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { receiveWebhook } from '#lib/dashboard/ingest/receive-webhook';
import { sanitizeJson } from '#lib/dashboard/ingest/webhook-inbox';
import type { Context } from '#lib/db/context';
import { buildDelivery, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const now = new Date('2026-11-21T12:00:00Z');
const nowSeconds = now.getTime() / 1000;
const secret = 'whsec_c2VjcmV0';
let signedContext: Context;
let unsignedContext: Context;

beforeAll(async () => {
  signedContext = await dashboard.createContext(createFixedClock(now));
  await saveApiCredentials(signedContext, { apiKey: 'key', signingSecret: secret });
  unsignedContext = await dashboard.createContext(createFixedClock(now));
  await saveApiCredentials(unsignedContext, { apiKey: 'key', signingSecret: null });
});

const item = { runId: randomUUID(), id: randomUUID() };

function sign(body: string, timestamp: number | string = nowSeconds, key = secret): Record<string, string> {
  return {
    'X-Svc-Timestamp': String(timestamp),
    'X-Svc-Signature': `v1=${hmacSha256Hex(key, `${timestamp}.`, body)}`,
    'X-Svc-Webhook-Id': `${randomUUID()}-1`,
  };
}

async function deliver(
  context: Context,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<number> {
  const token = new URL(await getWebhookUrl(context)).pathname.split('/').at(-1) ?? '';
  const receipt = await receiveWebhook(context, {
    token,
    headers: new Headers(headers),
    body: new Blob([body]).stream(),
  });
  return receipt.status;
}

async function listReceived(context: Context): Promise<{ taskId: string; text: string | null }[]> {
  const { rows } = await dashboard.db.$client.query<{ taskId: string; text: string | null }>(
    `SELECT task_id AS "taskId", record->'response'->>'text' AS text FROM webhook_inbox
     WHERE organization_id = $1 ORDER BY received_at`,
    [context.organizationId],
  );
  return rows;
}

const omitHeader = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

test.each<[string, number, (body: string) => Record<string, string>]>([
  ['a valid signature', 202, (body) => sign(body)],
  ['a timestamp five minutes old', 202, (body) => sign(body, nowSeconds - 300)],
  ['a timestamp more than five minutes old', 400, (body) => sign(body, nowSeconds - 301)],
  ['a timestamp five minutes ahead', 202, (body) => sign(body, nowSeconds + 300)],
  ['a timestamp more than five minutes ahead', 400, (body) => sign(body, nowSeconds + 301)],
  ['another secret', 401, (body) => sign(body, nowSeconds, 'whsec_other')],
  ['another body', 401, (body) => sign(`${body} `)],
  ['another timestamp', 401, (body) => ({ ...sign(body), 'X-Svc-Timestamp': String(nowSeconds - 1) })],
  [
    'a signature without a version',
    401,
    (body) => ({ ...sign(body), 'X-Svc-Signature': hmacSha256Hex(secret, `${nowSeconds}.`, body) }),
  ],
  [
    'an uppercase signature',
    401,
    (body) => ({ ...sign(body), 'X-Svc-Signature': sign(body)['X-Svc-Signature']?.toUpperCase() ?? '' }),
  ],
  ['an empty signature', 401, (body) => ({ ...sign(body), 'X-Svc-Signature': '' })],
  ['no timestamp', 400, (body) => omitHeader(sign(body), 'X-Svc-Timestamp')],
  ['no signature', 400, (body) => omitHeader(sign(body), 'X-Svc-Signature')],
  ['no webhook ID', 400, (body) => omitHeader(sign(body), 'X-Svc-Webhook-Id')],
  ['a timestamp that is not a number', 400, (body) => sign(body, 'soon')],
  ['a timestamp with a plus sign', 400, (body) => sign(body, `+${nowSeconds}`)],
  ['no headers at all', 400, () => ({})],
])('responds to %s with %i', async (_, status, createHeaders) => {
  const delivery = buildDelivery(item, { text: 'Fjordwing.' });
  const body = JSON.stringify(delivery);
  expect(await deliver(signedContext, body, createHeaders(body))).toBe(status);
  const isStored = (await listReceived(signedContext)).some(({ taskId }) => taskId === delivery.task.id);
  expect(isStored).toBe(status === 202);
});

test('accepts an unsigned delivery by the token in the URL while signing is off', async () => {
  const body = JSON.stringify(buildDelivery(item, { text: 'Hello' }));
  expect(await deliver(unsignedContext, body, {})).toBe(202);
});

test('checks the token before it reads the body, and limits the size of the body', async () => {
  const headers = new Headers();
  let sentBytes = 0;
  const createBody = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sentBytes += 2 ** 20;
          controller.enqueue(new Uint8Array(2 ** 20));
        },
      },
      { highWaterMark: 0 },
    );
  const unknown = await receiveWebhook(unsignedContext, { token: 'unknown', headers, body: createBody() });
  expect({ ...unknown, sentBytes }).toMatchObject({ status: 404, sentBytes: 0 });
  const token = new URL(await getWebhookUrl(unsignedContext)).pathname.split('/').at(-1) ?? '';
  const { status, message } = await receiveWebhook(unsignedContext, { token, headers, body: createBody() });
  expect({ status, message }).toEqual({ status: 413, message: 'Payload too large. The limit is 10 MB.' });
  expect(sentBytes).toBeLessThanOrEqual(11 * 2 ** 20);
});

test('ignores repeated and concurrent deliveries of a task, even with other content', async () => {
  const context = await dashboard.createContext();
  await saveApiCredentials(context, { apiKey: 'key', signingSecret: null });
  const taskId = randomUUID();
  const first = JSON.stringify(buildDelivery(item, { text: 'first' }, { taskId }));
  const second = JSON.stringify(buildDelivery(item, { text: 'second' }, { taskId }));
  expect(await deliver(context, first, {})).toBe(202);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => deliver(context, second, {})));
  expect(new Set(statuses)).toEqual(new Set([202]));
  expect(await listReceived(context)).toEqual([{ taskId, text: 'first' }]);
});

test.each<[string, string | Buffer<ArrayBuffer>]>([
  ['invalid JSON', 'hello'],
  ['JSON that is not an object', '[]'],
  [
    'a record without its response',
    JSON.stringify({ ...buildDelivery(item, { text: '' }), response: undefined }),
  ],
  ['a malformed task ID', JSON.stringify(buildDelivery(item, { text: '' }, { taskId: 'x' }))],
  ['invalid UTF-8', Buffer.from(JSON.stringify(buildDelivery(item, { text: 'ÿ' })), 'latin1')],
])('rejects %s', async (_, body) => {
  expect(await deliver(unsignedContext, body, {})).toBe(400);
});

test('replaces characters and numbers that the database cannot store', async () => {
  const context = await dashboard.createContext();
  await saveApiCredentials(context, { apiKey: 'key', signingSecret: null });
  const body = JSON.stringify(buildDelivery(item, { text: 'a\u0000b \ud800 🛶 \\u0000' }));
  expect(await deliver(context, body, {})).toBe(202);
  const withHugeNumber = JSON.stringify(buildDelivery(item, { text: 'huge' }));
  expect(await deliver(context, withHugeNumber.replace('"text"', '"number":1e99999999,"text"'), {})).toBe(
    202,
  );
  expect((await listReceived(context)).map(({ text }) => text)).toEqual([
    'a\ufffdb \ufffd 🛶 \\u0000',
    'huge',
  ]);
});

test('reads a body up to its limit', async () => {
  const createStream = (size: number) => new Blob([new Uint8Array(size)]).stream();
  expect((await readLimitedBody(createStream(1000), 1000))?.length).toBe(1000);
  expect(await readLimitedBody(createStream(1001), 1000)).toBe(undefined);
  expect((await readLimitedBody(null, 10))?.length).toBe(0);
});

test.each([
  ['{"id": "5e1234", "n": 1e3}', '{"id": "5e1234", "n": 1e3}'],
  ['{"n": 1e999}', '{"n":null}'],
  ['[ -1.5E+400,2e400]', '[null,null]'],
  ['1e999', 'null'],
  ['{"a": "\\u0000\\ud800b"}', '{"a":"\ufffd\ufffdb"}'],
])('%s is stored as %s', (json, stored) => {
  expect(sanitizeJson(json)).toBe(stored);
});
