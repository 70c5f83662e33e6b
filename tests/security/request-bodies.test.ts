import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { type EventLoopWatch, watchEventLoop } from '#tests/support/event-loop';
import { listKeys, nestBody } from '#tests/support/hostile-bodies';
import { countFileDescriptors, openRawSocket } from '#tests/support/raw-socket';
import { waitFor } from '#tests/support/wait';
import { startTestApp, type Tenant, type TestApp } from './test-app';

const maxBlockedMs = 250;
const loop: EventLoopWatch = watchEventLoop();
let app: TestApp;
let tenant: Tenant;
let apiKey: string;

beforeAll(async () => {
  app = await startTestApp({ env: loop.env });
  tenant = await app.createTenant();
  apiKey = (await createApiKey(tenant.owner, { name: 'Bodies' })).secret;
  // Pages and actions load their code when they are first requested.
  await app.get('/sign-in');
  await callAction('unlockShareAction', '["a","b"]');
  await callAction('readPromptsAction', csvBody(100), tenant.cookies.owner);
  loop.takeLongestMs();
}, 300_000);
afterAll(() => app?.stop());

const mib = 1024 * 1024;
const csvBody = (bytes: number) => JSON.stringify([{ csv: `prompt\n${'Which kayak? '.repeat(bytes / 13)}` }]);
const keysBody = (bytes: number) => `[{${listKeys(bytes)}}]`;

async function callAction(
  action: string,
  body: BodyInit,
  cookie = '',
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { path, init } = app.createActionRequest(action, [], { cookie, ...headers });
  return send(path, { ...init, body });
}

async function send(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(app.instance.url + path, { redirect: 'manual', method: 'POST', ...init });
  return { status: response.status, text: await response.text() };
}

/** Sends a body in chunks, without its length. */
const inChunks = (body: string) => {
  const init: RequestInit & { duplex: 'half' } = { body: new Blob([body]).stream(), duplex: 'half' };
  return init;
};

const sentence = /^[A-Z].*\.$/s;

/** Checks that a response is an error with a sentence, and that its request did not block the event loop. */
function expectRejection({ status, text }: { status: number; text: string }, expected: number): void {
  expect([status, text.slice(0, 300)]).toEqual([expected, expect.any(String)]);
  const message = text.startsWith('{') ? JSON.parse(text).error.message : text.trim();
  expect(message).toMatch(sentence);
  expect(loop.takeLongestMs()).toBeLessThan(maxBlockedMs);
}

describe('bodies of server actions without a session', () => {
  test.each([
    ['4.9 MB', () => csvBody(4.9 * mib), 413],
    ['4.9 MB of keys', () => keysBody(4.9 * mib), 413],
    ['65 KB', () => csvBody(65 * 1024), 413],
    ['60 KB of nesting', () => nestBody(60 * 1024), 400],
    ['a list that is cut off', () => '["a","b', 400],
    ['no list', () => '{"a":1}', 400],
    ['a reference to another part', () => '["$F1"]', 400],
    ['a reference to a prototype', () => '[{},"$0:0:__proto__:a"]', 400],
    ['an escaped reference to another part', () => '["\\u0024K1"]', 400],
    ['a reference within an object', () => '[{"a":["$Q2"]}]', 400],
    ['nothing', () => '', 400],
  ])('with %s are rejected', async (_, createBody, status) => {
    expectRejection(await callAction('unlockShareAction', createBody()), status);
    // A cookie that is not a session changes nothing.
    const forged = await callAction('unlockShareAction', createBody(), 'answerscope.session=forged');
    expectRejection(forged, status);
  });

  test('of unknown size are read up to 64 KB', async () => {
    const { path, init } = app.createActionRequest('unlockShareAction', []);
    expectRejection(await send(path, { ...init, ...inChunks(csvBody(mib)) }), 413);
    expect((await send(path, { ...init, ...inChunks('["a","b"]') })).status).toBe(200);
  });

  test.each([true, false])(
    'in several parts are rejected, with the header of an action: %s',
    async (isCalled) => {
      const form = new FormData();
      form.set('1_$ACTION_ID_x', 'a');
      form.set('0', nestBody(20_000));
      const { path, init } = app.createActionRequest('unlockShareAction', []);
      const { 'next-action': action = '' } = init.headers;
      const headers = { accept: 'text/html', ...(isCalled ? { 'next-action': action } : {}) };
      expectRejection(await send(path, { body: form, headers }), 415);
    },
  );
});

test('clients that disconnect in the middle of a body leave nothing open and cause no error', async () => {
  const { path, init } = app.createActionRequest('unlockShareAction', []);
  const fields = { ...init.headers, host: 'x', 'content-length': '1000' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const bytes = [`POST ${path} HTTP/1.1`, ...head, '', '["a'].join('\r\n');
  const idle = countFileDescriptors(app.instance.web.pid);
  for (let count = 0; count < 20; count += 1) {
    const { socket } = await openRawSocket(app.instance.url, bytes);
    socket.destroySoon();
  }
  await waitFor('their connections are closed', () => countFileDescriptors(app.instance.web.pid) <= idle + 1);
  expect(app.instance.web.output()).not.toContain('unhandled request error');
});

test('a client without a session that sends a body of unknown size slowly does not hold up its network', async () => {
  const { path, init } = app.createActionRequest('unlockShareAction', []);
  const fields = { ...init.headers, host: 'x', 'transfer-encoding': 'chunked' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const slow = await openRawSocket(
    app.instance.url,
    [`POST ${path} HTTP/1.1`, ...head, '', '5', '["a",', ''].join('\r\n'),
  );
  for (const request of [{ body: csvBody(mib) }, inChunks('["a","b"]')]) {
    const startedAt = performance.now();
    await send(path, { ...init, ...request });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  }
  expect(slow.isEnded()).toBe(false);
  slow.socket.destroy();
});

describe('bodies of server actions of a member', () => {
  test('may have 4 MB of text', async () => {
    const { status, text } = await callAction('readPromptsAction', csvBody(4 * mib), tenant.cookies.owner);
    expect([status, text.slice(0, 500)]).toEqual([200, expect.stringContaining('"ok":true')]);
    expect(loop.takeLongestMs()).toBeLessThan(maxBlockedMs);
  });

  test.each([
    ['5.5 MB', () => csvBody(5.5 * mib), 413],
    ['4.9 MB of keys', () => keysBody(4.9 * mib), 400],
    ['1 MB of nesting', () => nestBody(mib), 400],
    ['1 MB that is cut off', () => csvBody(mib).slice(0, -20), 400],
    ['60 KB of nesting', () => nestBody(60 * 1024), 400],
    ['a reference to another part', () => '["$F1"]', 400],
  ])('with %s are rejected', async (_, createBody, status) => {
    expectRejection(await callAction('readPromptsAction', createBody(), tenant.cookies.owner), status);
  });

  test('are limited to 64 KB after the session has ended', async () => {
    const cookie = tenant.cookies.viewer;
    expect((await app.get(`/projects/${tenant.project.id}/prompts`, { cookie })).status).toBe(200);
    await app.db.$client.query('DELETE FROM user_sessions WHERE user_id = $1', [tenant.userIds.viewer]);
    expectRejection(await callAction('readPromptsAction', csvBody(mib), cookie), 413);
  });
});

test.each([
  ['/api/auth/sign-up', mib, 413],
  ['/api/auth/sign-up', 20 * 1024, 413],
  ['/api/auth/callback/credentials', mib, 413],
  ['/api/auth/nothing', mib, 413],
  ['/sign-in', mib, 413],
  ['/nothing', mib, 413],
  ['/unsubscribe/nothing', mib, 413],
  ['/webhooks/answers/nothing', 5 * mib, 404],
  ['/hooks/answers/nothing', 5 * mib, 404],
  ['/v1/async/task/batch', 8 * mib, 401],
  ['/mcp', mib, 401],
])('%s with a body of %d bytes and no credential gets %d', async (path, bytes, status) => {
  const headers = { 'content-type': 'application/json', origin: app.instance.url };
  const response = await send(path, { body: keysBody(bytes), headers });
  expect([response.status, response.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
  expect(loop.takeLongestMs()).toBeLessThan(maxBlockedMs);
});

test.each(['/webhooks/answers/nothing', '/sign-in', '/v1/async/task/batch'])(
  'after a body to %s that was not read, the connection can be used for another request',
  async (path) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${mib}\r\n\r\n`;
    const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const connection = await openRawSocket(app.instance.url, `${head}${' '.repeat(mib)}${next}`);
    await waitFor('both requests are answered', connection.isEnded);
    expect(connection.received()).toMatch(/^HTTP\/1\.1 4[\s\S]*HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
    connection.socket.destroy();
  },
);

test('a form that an email client sends to unsubscribe may have several parts', async () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await send('/unsubscribe/nothing', { body: form })).status).toBe(404);
});

const task = { taskType: 'GEN', payload: { prompt: 'a', country: 'US' } };
const batchOf = (item: string) => `[${Array(30).fill(item).join(',')}]`;

test('with an API key, small batches of unknown size do not wait for each other', async () => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const startedAt = performance.now();
  for (let count = 0; count < 10; count += 1) {
    const { status } = await send('/v1/async/task/batch', { ...inChunks(batchOf('{}')), headers });
    expect(status).toBe(200);
  }
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test.each<[string, string, () => string, number]>([
  ['a task with too many keys', '/v1/async/task', () => `{${listKeys(250_000)}}`, 400],
  ['a task that is nested too deeply', '/v1/async/task', () => nestBody(250_000), 400],
  ['a batch of 8 MB in one string', '/v1/async/task/batch', () => `["${'a'.repeat(8 * mib - 4)}"]`, 200],
  ['a batch of 8 MB of keys', '/v1/async/task/batch', () => batchOf(`{${listKeys(250_000)}}`), 200],
  [
    'a batch of 8 MB of URLs',
    '/v1/async/task/batch',
    () => {
      const url = `https://${'a.'.repeat(120_000)}`;
      return batchOf(JSON.stringify({ ...task, webhook: { url } }));
    },
    200,
  ],
  ['a batch of 4 million numbers', '/v1/async/task/batch', () => `[${'0,'.repeat(4_000_000)}0]`, 400],
  ['a batch that is cut off', '/v1/async/task/batch', () => `[${'{"a":"b"},'.repeat(400)}`, 400],
  ['a batch that ends in something else', '/v1/async/task/batch', () => '[{}]]', 400],
  ['a batch with a missing task', '/v1/async/task/batch', () => '[{},]', 400],
  ['an empty batch', '/v1/async/task/batch', () => ' [ ] ', 400],
  [
    'a batch of MCP messages',
    '/mcp',
    () => JSON.stringify(Array(100).fill({ jsonrpc: '2.0', id: 1, method: 'ping' })),
    400,
  ],
  ['an MCP message that is nested too deeply', '/mcp', () => nestBody(250_000), 400],
  ['an MCP message with too many keys', '/mcp', () => `{"jsonrpc":"2.0",${listKeys(250_000)}}`, 400],
  ['an MCP message that is too large', '/mcp', () => `{"a":"${'a'.repeat(300_000)}"}`, 413],
])('with an API key, %s is rejected without blocking the event loop', async (_, path, createBody, status) => {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const response = await send(path, { body: createBody(), headers });
  expect([response.status, response.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
  if (status === 200) expect(JSON.parse(response.text).summary.succeeded).toBe(0);
  else expect(JSON.parse(response.text).error.message).toMatch(/^[A-Z]/);
  expect(loop.takeLongestMs()).toBeLessThan(maxBlockedMs);
});
