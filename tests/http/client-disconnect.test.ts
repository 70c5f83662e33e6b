import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listRequests } from '#lib/service/request-log/list-requests';
import { startService, type Tenant } from '#tests/support/service';
import { startUnresponsiveProvider } from '#tests/support/unresponsive-provider';
import { waitFor } from '#tests/support/wait';

const provider = await startUnresponsiveProvider();
const { received } = provider;
const testService = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: provider.url });
afterAll(async () => {
  await testService.stop();
  provider.stop();
});
const requestBody = JSON.stringify({ prompt: 'Which trail shoes last longest?', country: 'US' });

/** Starts a request and returns a function that disconnects its client. */
function startRequest(
  organization: Tenant,
  path: string,
  body = requestBody,
  contentLength = Buffer.byteLength(body),
) {
  const headers = {
    authorization: `Bearer ${organization.secret}`,
    'content-type': 'application/json',
    'content-length': contentLength,
  };
  const clientRequest = request(`${testService.baseUrl}${path}`, { method: 'POST', headers });
  clientRequest.on('error', () => undefined);
  clientRequest.write(body);
  return () => clientRequest.destroy();
}

async function listLoggedRequests(organization: Tenant) {
  const context = {
    ...testService.service,
    organizationId: organization.id,
    actor: { kind: 'operator' } as const,
  };
  const rows = await waitFor('the request is logged', async () => {
    const { entries: found } = await listRequests(context);
    return found.length > 0 ? found : undefined;
  });
  return rows.map(({ status, code, creditsCharged }) => ({ status, code, creditsCharged }));
}

async function getBalance(organization: Tenant) {
  const { rows } = await testService.db.$client.query(
    'SELECT balance, held, in_flight AS "inFlight" FROM credit_balances WHERE organization_id = $1',
    [organization.id],
  );
  return rows[0];
}

/** Returns whether any statement waits for a lock. */
async function isAnyStatementBlocked(): Promise<boolean> {
  const { rows } = await testService.db.$client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test.each([
  ['/v1/monitor/chat', 5],
  ['/v1/run', 5],
])('%s: charges a client that disconnects after the provider received the request', async (path, credits) => {
  const organization = await testService.createTenant();
  received.length = 0;
  const disconnect = startRequest(
    organization,
    path,
    JSON.stringify({ ...JSON.parse(requestBody), ...(path === '/v1/run' ? { model: 'CHAT' } : {}) }),
  );
  await waitFor('the provider receives the request', () => received.length === 1);
  disconnect();
  expect(await listLoggedRequests(organization)).toEqual([
    { status: 499, code: 'REQUEST_CANCELED', creditsCharged: credits },
  ]);
  expect(await getBalance(organization)).toEqual({ balance: 500 - credits, held: 0, inFlight: 0 });
});

test.each([
  ['its credits are checked', 'SELECT 1 FROM credit_balances WHERE organization_id = $1 FOR UPDATE'],
  ['its rate limit is checked', 'SELECT 1 FROM rate_limit_windows WHERE organization_id = $1 FOR UPDATE'],
])(
  'does not charge a client that disconnects while %s, before a request to the provider',
  async (_, lock) => {
    const organization = await testService.createTenant();
    // The first request creates the row of rate_limit_windows that the test locks.
    await organization.send('GET', '/v1/states?country=US');
    await testService.db.$client.query('DELETE FROM requests WHERE organization_id = $1', [organization.id]);
    received.length = 0;
    const blocker = await testService.db.$client.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(lock, [organization.id]);
      const disconnect = startRequest(organization, '/v1/monitor/chat');
      await waitFor('the request is blocked', isAnyStatementBlocked);
      disconnect();
      // By the time the server has responded to these requests, it has noticed the disconnect.
      await fetch(`${testService.baseUrl}/healthz`);
      await fetch(`${testService.baseUrl}/healthz`);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    const entry = await waitFor('the request is logged', async () => {
      const found = await listLoggedRequests(organization);
      return found.find(({ status }) => status === 499);
    });
    expect(entry).toEqual({ status: 499, code: 'REQUEST_CANCELED', creditsCharged: 0 });
    expect(received).toEqual([]);
    expect(await getBalance(organization)).toEqual({ balance: 500, held: 0, inFlight: 0 });
  },
);

test('logs status 499 and charges nothing if a client disconnects while it sends the body', async () => {
  const organization = await testService.createTenant();
  const disconnect = startRequest(organization, '/v1/monitor/chat', requestBody.slice(0, 10), 1_000);
  await waitFor('the rate limit has counted the request', async () => {
    const { rows } = await testService.db.$client.query(
      'SELECT 1 FROM rate_limit_windows WHERE organization_id = $1',
      [organization.id],
    );
    return rows.length > 0;
  });
  disconnect();
  expect(await listLoggedRequests(organization)).toEqual([
    { status: 499, code: 'REQUEST_CANCELED', creditsCharged: 0 },
  ]);
  expect(await getBalance(organization)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});
