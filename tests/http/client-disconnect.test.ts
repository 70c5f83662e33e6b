import { createServer, request, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listRequests } from '#lib/service/request-log/request-log';
import { getServerUrl, startService, type Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const asked: ServerResponse[] = [];
const provider = createServer((_, response) => asked.push(response));
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
const run = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: getServerUrl(provider) });
afterAll(async () => {
  await run.stop();
  provider.closeAllConnections();
  provider.close();
});
const question = JSON.stringify({ prompt: 'Which trail shoes last longest?', country: 'US' });

/** Begins a request and hands out what ends it from the client's side. */
function begin(organization: Tenant, path: string, sent = question, announced = Buffer.byteLength(sent)) {
  const headers = {
    authorization: `Bearer ${organization.secret}`,
    'content-type': 'application/json',
    'content-length': announced,
  };
  const open = request(`${run.baseUrl}${path}`, { method: 'POST', headers });
  open.on('error', () => undefined);
  open.write(sent);
  return () => open.destroy();
}

async function logged(organization: Tenant) {
  const context = { ...run.service, organizationId: organization.id, actor: { kind: 'operator' } as const };
  const rows = await waitFor('the request is logged', async () => {
    const found = await listRequests(context);
    return found.length > 0 ? found : undefined;
  });
  return rows.map(({ status, code, creditsCharged }) => ({ status, code, creditsCharged }));
}

async function account(organization: Tenant) {
  const { rows } = await run.db.$client.query(
    'SELECT balance, held, in_flight AS "inFlight" FROM credit_balances WHERE organization_id = $1',
    [organization.id],
  );
  return rows[0];
}

/** Whether some statement waits for a lock. */
async function waitsForLock(): Promise<boolean> {
  const { rows } = await run.db.$client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test.each([
  ['/v1/monitor/chat', 5],
  ['/v1/run', 5],
])('%s: charges a client that disconnects after the engine was queried', async (path, credits) => {
  const organization = await run.newOrganization();
  asked.length = 0;
  const leave = begin(
    organization,
    path,
    JSON.stringify({ ...JSON.parse(question), ...(path === '/v1/run' ? { model: 'CHAT' } : {}) }),
  );
  await waitFor('the engine is asked', () => asked.length === 1);
  leave();
  expect(await logged(organization)).toEqual([
    { status: 499, code: 'REQUEST_CANCELED', creditsCharged: credits },
  ]);
  expect(await account(organization)).toEqual({ balance: 500 - credits, held: 0, inFlight: 0 });
});

test.each([
  ['its account is looked at', 'SELECT 1 FROM credit_balances WHERE organization_id = $1 FOR UPDATE'],
  ['its window is counted', 'SELECT 1 FROM rate_limit_windows WHERE organization_id = $1 FOR UPDATE'],
])('does not charge a client that disconnects while %s, before any attempt', async (_, lock) => {
  const organization = await run.newOrganization();
  await organization.send('GET', '/v1/states?country=US');
  await run.db.$client.query('DELETE FROM requests WHERE organization_id = $1', [organization.id]);
  asked.length = 0;
  const blocker = await run.db.$client.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query(lock, [organization.id]);
    const leave = begin(organization, '/v1/monitor/chat');
    await waitFor('the request waits', waitsForLock);
    leave();
    // The server has seen it leave once another connection, opened later, was answered.
    await fetch(`${run.baseUrl}/healthz`);
    await fetch(`${run.baseUrl}/healthz`);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  const rows = await waitFor('it is logged', async () => {
    const found = await logged(organization);
    return found.find(({ status }) => status === 499);
  });
  expect(rows).toEqual({ status: 499, code: 'REQUEST_CANCELED', creditsCharged: 0 });
  expect(asked).toEqual([]);
  expect(await account(organization)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});

test('logs a client that disconnects while sending its body as 499, without a charge', async () => {
  const organization = await run.newOrganization();
  const leave = begin(organization, '/v1/monitor/chat', question.slice(0, 10), 1_000);
  await waitFor('its window is counted', async () => {
    const { rows } = await run.db.$client.query(
      'SELECT 1 FROM rate_limit_windows WHERE organization_id = $1',
      [organization.id],
    );
    return rows.length > 0;
  });
  leave();
  expect(await logged(organization)).toEqual([{ status: 499, code: 'REQUEST_CANCELED', creditsCharged: 0 }]);
  expect(await account(organization)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});
