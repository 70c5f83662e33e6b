import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { waitFor } from '#tests/support/wait';
import { addressOf, startService } from '../support/service';

// A vendor that takes questions and keeps silent until it is told to fail.
const asked: ServerResponse[] = [];
const vendor = createServer((_, response) => asked.push(response));
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
const run = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: addressOf(vendor) });
afterAll(async () => {
  await run.stop();
  vendor.closeAllConnections();
  vendor.close();
});

const question = { prompt: 'Which trail shoes last longest?', country: 'US' };

async function accountOf(organizationId: string) {
  const { rows } = await run.db.$client.query(
    'SELECT balance, held, in_flight AS "inFlight" FROM credit_balances WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0];
}

async function refuseAll(): Promise<void> {
  for (const response of asked.splice(0)) response.writeHead(400).end('{"error":{"message":"no"}}');
}

test('a request over the concurrency is a 429 with its figures; a vendor that refuses is a 502 for nothing', async () => {
  const tenant = await run.newOrganization({ concurrency: 2 });
  const running = [1, 2].map(() => tenant.send('POST', '/v1/monitor/chat', question));
  await waitFor('both are asked', () => asked.length === 2);
  expect(await accountOf(tenant.id)).toEqual({ balance: 500, held: 10, inFlight: 2 });
  const third = await tenant.send('POST', '/v1/monitor/chat', question);
  expect([third.status, third.body.error.code, third.body.error.details]).toEqual([
    429,
    'CONCURRENT_LIMIT_EXCEEDED',
    { limit: 2 },
  ]);
  expect(Object.fromEntries(third.headers)).toMatchObject({
    'x-concurrent-limit': '2',
    'x-concurrent-current': '2',
    'x-concurrent-remaining': '0',
    'x-credits-remaining': '500',
    'x-credits-charged': '0',
    'x-latency-ms': expect.any(String),
  });
  await refuseAll();
  for (const { status, body } of await Promise.all(running)) {
    expect([status, body.error.code, body.error.details]).toEqual([
      502,
      'EXTERNAL_SERVICE_ERROR',
      { service: 'chat', attempts: 1 },
    ]);
  }
  expect(await accountOf(tenant.id)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});

test('a request whose client leaves while the engine is asked is charged and its slot free', async () => {
  const tenant = await run.newOrganization();
  const leaving = new AbortController();
  const left = fetch(`${run.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.secret}` },
    body: Buffer.from(JSON.stringify(question)),
    signal: leaving.signal,
  });
  await waitFor('the engine is asked', () => asked.length === 1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await waitFor('it is settled', async () => (await accountOf(tenant.id)).inFlight === 0);
  expect(await accountOf(tenant.id)).toEqual({ balance: 495, held: 0, inFlight: 0 });
});

test('without the credits a request is a 403 before the engine is asked', async () => {
  const tenant = await run.newOrganization({ credits: 4 });
  const { status, body } = await tenant.send('POST', '/v1/monitor/chat', question);
  expect([status, body.error.code, body.error.details]).toEqual([
    403,
    'INSUFFICIENT_CREDITS',
    { required: 5, available: 4 },
  ]);
});

test('only what was included stands in the result, and html is an address that serves the page', async () => {
  const tenant = await run.newOrganization();
  const bare = await tenant.send('POST', '/v1/monitor/gen', question);
  expect(Object.keys(bare.body.result).sort()).toEqual(['citationPills', 'sources', 'text']);
  const include = { html: true, markdown: true, rawResponse: true };
  const whole = await tenant.send('POST', '/v1/monitor/gen', { ...question, include });
  expect(whole.headers.get('x-credits-charged')).toBe('4');
  expect(whole.body.result).toMatchObject({
    markdown: expect.any(String),
    html: expect.stringContaining('/results/'),
  });
  const page = await fetch(whole.body.result.html.replace(run.service.settings.APP_URL, run.baseUrl));
  expect([page.status, (await page.text()).includes('<')]).toEqual([200, true]);
});

test('POST /v1/monitor does what the path of its model does', async () => {
  const tenant = await run.newOrganization();
  const own = await tenant.send('POST', '/v1/monitor/gen', question);
  const named = await tenant.send('POST', '/v1/monitor', { ...question, model: 'gen' });
  expect([named.status, named.body]).toEqual([200, own.body]);
  expect(named.headers.get('x-credits-remaining')).toBe('492');
  for (const [body, field] of [
    [question, 'model'],
    [{ ...question, model: 'GEN' }, 'model'],
    [{ model: 'gen', country: 'US' }, 'prompt'],
    [[], ''],
  ] as const) {
    const { status, body: answer } = await tenant.send('POST', '/v1/monitor', body);
    expect([status, answer.details[0].field]).toEqual([400, field]);
  }
});
