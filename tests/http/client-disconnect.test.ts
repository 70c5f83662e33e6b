import { createServer, request, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listRequests } from '#lib/service/request-log/request-log';
import { getServerUrl, startService, type Tenant } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const asked: ServerResponse[] = [];
const vendor = createServer((_, response) => asked.push(response));
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
const run = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: getServerUrl(vendor) });
afterAll(async () => {
  await run.stop();
  vendor.closeAllConnections();
  vendor.close();
});
const question = JSON.stringify({ prompt: 'Which trail shoes last longest?', country: 'US' });

/** Begins a request and hands out what ends it from the client's side. */
function begin(tenant: Tenant, path: string, sent = question, announced = Buffer.byteLength(sent)) {
  const headers = {
    authorization: `Bearer ${tenant.secret}`,
    'content-type': 'application/json',
    'content-length': announced,
  };
  const open = request(`${run.baseUrl}${path}`, { method: 'POST', headers });
  open.on('error', () => undefined);
  open.write(sent);
  return () => open.destroy();
}

async function logged(tenant: Tenant) {
  const context = { ...run.service, organizationId: tenant.id, actor: { kind: 'operator' } as const };
  const rows = await waitFor('the request is logged', async () => {
    const found = await listRequests(context);
    return found.length > 0 ? found : undefined;
  });
  return rows.map(({ status, code, creditsCharged }) => ({ status, code, creditsCharged }));
}

async function account(tenant: Tenant) {
  const { rows } = await run.db.$client.query(
    'SELECT balance, held, in_flight AS "inFlight" FROM credit_balances WHERE organization_id = $1',
    [tenant.id],
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
])('%s: a client that leaves once the engine is asked pays for it', async (path, credits) => {
  const tenant = await run.newOrganization();
  asked.length = 0;
  const leave = begin(
    tenant,
    path,
    JSON.stringify({ ...JSON.parse(question), ...(path === '/v1/run' ? { model: 'CHAT' } : {}) }),
  );
  await waitFor('the engine is asked', () => asked.length === 1);
  leave();
  expect(await logged(tenant)).toEqual([{ status: 499, code: 'REQUEST_CANCELED', creditsCharged: credits }]);
  expect(await account(tenant)).toEqual({ balance: 500 - credits, held: 0, inFlight: 0 });
});

test.each([
  ['its account is looked at', 'SELECT 1 FROM credit_balances WHERE organization_id = $1 FOR UPDATE'],
  ['its window is counted', 'SELECT 1 FROM rate_limit_windows WHERE organization_id = $1 FOR UPDATE'],
])('a client that leaves while %s, before any attempt, pays nothing', async (_, lock) => {
  const tenant = await run.newOrganization();
  await tenant.send('GET', '/v1/states?country=US');
  await run.db.$client.query('DELETE FROM requests WHERE organization_id = $1', [tenant.id]);
  asked.length = 0;
  const blocker = await run.db.$client.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query(lock, [tenant.id]);
    const leave = begin(tenant, '/v1/monitor/chat');
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
    const found = await logged(tenant);
    return found.find(({ status }) => status === 499);
  });
  expect(rows).toEqual({ status: 499, code: 'REQUEST_CANCELED', creditsCharged: 0 });
  expect(asked).toEqual([]);
  expect(await account(tenant)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});

test('a client that leaves in the middle of its body is a 499, no error of ours, and pays nothing', async () => {
  const tenant = await run.newOrganization();
  const leave = begin(tenant, '/v1/monitor/chat', question.slice(0, 10), 1_000);
  await waitFor('its window is counted', async () => {
    const { rows } = await run.db.$client.query(
      'SELECT 1 FROM rate_limit_windows WHERE organization_id = $1',
      [tenant.id],
    );
    return rows.length > 0;
  });
  leave();
  expect(await logged(tenant)).toEqual([{ status: 499, code: 'REQUEST_CANCELED', creditsCharged: 0 }]);
  expect(await account(tenant)).toEqual({ balance: 500, held: 0, inFlight: 0 });
});
