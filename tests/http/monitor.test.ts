import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { waitFor } from '#tests/support/wait';
import { getServerUrl, startService } from '../support/service';

// A provider that holds requests until the test rejects them.
const received: ServerResponse[] = [];
const provider = createServer((_, response) => received.push(response));
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
const run = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: getServerUrl(provider) });
afterAll(async () => {
  await run.stop();
  provider.closeAllConnections();
  provider.close();
});

const request = { prompt: 'Which trail shoes last longest?', country: 'US' };

async function getBalance(organizationId: string) {
  const { rows } = await run.db.$client.query(
    'SELECT balance, held, in_flight AS "inFlight" FROM credit_balances WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0];
}

async function rejectAll(): Promise<void> {
  for (const response of received.splice(0)) response.writeHead(400).end('{"error":{"message":"no"}}');
}

test('rejects requests over the concurrency limit with 429, and charges nothing when the provider rejects with 502', async () => {
  const organization = await run.newOrganization({ concurrency: 2 });
  const running = [1, 2].map(() => organization.send('POST', '/v1/monitor/chat', request));
  await waitFor('both requests arrive', () => received.length === 2);
  expect(await getBalance(organization.id)).toEqual({ balance: 500, held: 10, inFlight: 2 });
  const third = await organization.send('POST', '/v1/monitor/chat', request);
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
  await rejectAll();
  for (const { status, body } of await Promise.all(running)) {
    expect([status, body.error.code, body.error.details]).toEqual([
      502,
      'EXTERNAL_SERVICE_ERROR',
      { service: 'chat', attempts: 1 },
    ]);
  }
  expect(await getBalance(organization.id)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});

test('charges a request whose client disconnects during the query, and frees its slot', async () => {
  const organization = await run.newOrganization();
  const leaving = new AbortController();
  const left = fetch(`${run.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.secret}` },
    body: Buffer.from(JSON.stringify(request)),
    signal: leaving.signal,
  });
  await waitFor('the engine received a request', () => received.length === 1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await waitFor('it is settled', async () => (await getBalance(organization.id)).inFlight === 0);
  expect(await getBalance(organization.id)).toEqual({ balance: 495, held: 0, inFlight: 0 });
});

test('rejects a request without enough credits with 403 before querying the engine', async () => {
  const organization = await run.newOrganization({ credits: 4 });
  const { status, body } = await organization.send('POST', '/v1/monitor/chat', request);
  expect([status, body.error.code, body.error.details]).toEqual([
    403,
    'INSUFFICIENT_CREDITS',
    { required: 5, available: 4 },
  ]);
});

test('returns only included fields, with html as the URL of the stored page', async () => {
  const organization = await run.newOrganization();
  const bare = await organization.send('POST', '/v1/monitor/gen', request);
  expect(Object.keys(bare.body.result).sort()).toEqual(['citationPills', 'sources', 'text']);
  const include = { html: true, markdown: true, rawResponse: true };
  const whole = await organization.send('POST', '/v1/monitor/gen', { ...request, include });
  expect(whole.headers.get('x-credits-charged')).toBe('4');
  expect(whole.body.result).toMatchObject({
    markdown: expect.any(String),
    html: expect.stringContaining('/results/'),
  });
  const page = await fetch(whole.body.result.html.replace(run.service.settings.APP_URL, run.baseUrl));
  expect([page.status, (await page.text()).includes('<')]).toEqual([200, true]);
});

test('POST /v1/monitor responds like the endpoint of its model', async () => {
  const organization = await run.newOrganization();
  const specific = await organization.send('POST', '/v1/monitor/gen', request);
  const generic = await organization.send('POST', '/v1/monitor', { ...request, model: 'gen' });
  expect([generic.status, generic.body]).toEqual([200, specific.body]);
  expect(generic.headers.get('x-credits-remaining')).toBe('492');
  for (const [body, field] of [
    [request, 'model'],
    [{ ...request, model: 'GEN' }, 'model'],
    [{ model: 'gen', country: 'US' }, 'prompt'],
    [[], ''],
  ] as const) {
    const { status, body: answer } = await organization.send('POST', '/v1/monitor', body);
    expect([status, answer.details[0].field]).toEqual([400, field]);
  }
});
