import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/support/service';
import { startUnresponsiveProvider } from '#tests/support/unresponsive-provider';
import { waitFor } from '#tests/support/wait';

const provider = await startUnresponsiveProvider();
const { received } = provider;
const testService = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: provider.url });
afterAll(async () => {
  await testService.stop();
  provider.stop();
});

const request = { prompt: 'Which trail shoes last longest?', country: 'US' };

async function getBalance(organizationId: string) {
  const { rows } = await testService.db.$client.query(
    'SELECT balance, held, in_flight AS "inFlight" FROM credit_balances WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0];
}

function rejectAllRequests(): void {
  for (const response of received.splice(0)) response.writeHead(400).end('{"error":{"message":"no"}}');
}

test('rejects requests over the concurrency limit with 429, and responds with 502 and charges nothing if the provider rejects a request', async () => {
  const organization = await testService.createTenant({ concurrency: 2 });
  const running = [1, 2].map(() => organization.send('POST', '/v1/monitor/chat', request));
  await waitFor('the provider receives both requests', () => received.length === 2);
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
  rejectAllRequests();
  for (const { status, body } of await Promise.all(running)) {
    expect([status, body.error.code, body.error.details]).toEqual([
      502,
      'EXTERNAL_SERVICE_ERROR',
      { service: 'chat', attempts: 1 },
    ]);
  }
  expect(await getBalance(organization.id)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});

test('charges a request whose client disconnects while it waits for the provider, and frees its concurrency slot', async () => {
  const organization = await testService.createTenant();
  const controller = new AbortController();
  const canceled = fetch(`${testService.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.secret}` },
    body: Buffer.from(JSON.stringify(request)),
    signal: controller.signal,
  });
  await waitFor('the provider receives the request', () => received.length === 1);
  controller.abort();
  await expect(canceled).rejects.toThrow();
  await waitFor('the request is settled', async () => (await getBalance(organization.id)).inFlight === 0);
  expect(await getBalance(organization.id)).toEqual({ balance: 495, held: 0, inFlight: 0 });
});

test('if there are not enough credits, responds with 403 and sends no request to the provider', async () => {
  const organization = await testService.createTenant({ credits: 4 });
  received.length = 0;
  const { status, body } = await organization.send('POST', '/v1/monitor/chat', request);
  expect([status, body.error.code, body.error.details]).toEqual([
    403,
    'INSUFFICIENT_CREDITS',
    { required: 5, available: 4 },
  ]);
  expect(received).toEqual([]);
});

test('returns only included fields, with html as the URL of the stored page', async () => {
  const organization = await testService.createTenant();
  const withoutFlags = await organization.send('POST', '/v1/monitor/gen', request);
  expect(Object.keys(withoutFlags.body.result).sort()).toEqual(['citationPills', 'meta', 'sources', 'text']);
  const include = { html: true, markdown: true, rawResponse: true };
  const withFlags = await organization.send('POST', '/v1/monitor/gen', { ...request, include });
  expect(withFlags.headers.get('x-credits-charged')).toBe('4');
  expect(withFlags.body.result).toMatchObject({
    markdown: expect.any(String),
    html: expect.stringContaining('/results/'),
  });
  const page = await fetch(
    withFlags.body.result.html.replace(testService.service.settings.APP_URL, testService.baseUrl),
  );
  expect([page.status, (await page.text()).includes('<')]).toEqual([200, true]);
});

test('POST /v1/monitor responds like the endpoint of its model', async () => {
  const organization = await testService.createTenant();
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
    const { status, body: response } = await organization.send('POST', '/v1/monitor', body);
    expect([status, response.details[0].field]).toEqual([400, field]);
    if (field === 'model') expect(response.details[0].message).toMatch(/^Unknown engine. Send one of chat, /);
  }
});
