import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { freePort } from '#scripts/system/free-port';
import { startProcess, waitUntilOk } from '#tests/support/process';
import { getServerUrl, send, startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

// A place held by a killed process is free within 30 seconds.
const asked: ServerResponse[] = [];
const vendor = createServer((_, response) => asked.push(response));
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
const run = await startService();
const leaseSeconds = 3;
const [doomed, other] = await Promise.all([startWeb(), startWeb()]);
afterAll(async () => {
  await Promise.all([doomed, other].map(({ web }) => web.isRunning() && web.end()));
  await run.stop();
  vendor.closeAllConnections();
  vendor.close();
});

async function startWeb() {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const web = startProcess(['lib/web/main.ts', '--service-only'], {
    DATABASE_URL: run.databaseUrl,
    PORT: String(port),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: getServerUrl(vendor),
    LEASE_SECONDS: String(leaseSeconds),
    LOG_LEVEL: 'silent',
  });
  await waitUntilOk(`${address}/healthz`, [web]);
  return { web, address };
}

test('releases slots and credits of a killed web process when its lease expires', async () => {
  const tenant = await run.newOrganization({ concurrency: 2, credits: 10 });
  const headers = { authorization: `Bearer ${tenant.secret}` };
  const body = { prompt: 'Which trail shoes last longest?', country: 'US' };
  const ask = (address: string, engine: string) =>
    send(`${address}/v1/monitor/${engine}`, 'POST', body, headers);
  const lost = Promise.allSettled([1, 2].map(() => ask(doomed.address, 'chat')));
  await waitFor('both are asked', () => asked.length === 2);
  expect((await ask(other.address, 'gen')).body.error.code).toBe('INSUFFICIENT_CREDITS');
  await run.db.$client.query('UPDATE credit_balances SET balance = 500 WHERE organization_id = $1', [
    tenant.id,
  ]);
  expect((await ask(other.address, 'gen')).body.error.code).toBe('CONCURRENT_LIMIT_EXCEEDED');
  // Renewed while their process lives, however long the engine takes.
  const leased = async () =>
    (
      await run.db.$client.query(
        'SELECT min(leased_until) AS until FROM sync_leases WHERE organization_id = $1 AND leased_until > now()',
        [tenant.id],
      )
    ).rows[0].until;
  const first = await leased();
  await waitFor('the leases are renewed', async () => (await leased()) > first);
  expect(await doomed.web.end('SIGKILL')).toBe('SIGKILL');
  const killedAt = performance.now();
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const answer = await waitFor('a slot is free', async () => {
    const now = await ask(other.address, 'gen');
    return now.status === 429 ? undefined : now;
  });
  expect(answer.status).toBe(200);
  expect(performance.now() - killedAt).toBeLessThan((leaseSeconds + 5) * 1_000);
  expect(answer.headers.get('x-concurrent-current')).toBe('1');
  expect(answer.headers.get('x-credits-remaining')).toBe('496');
  const credits = await send(`${other.address}/v1/credits`, 'GET', undefined, headers);
  expect(credits.body).toMatchObject({ remaining: 496, held: 0 });
  // The same holds for the lease as it is set by default, within the promised time.
  expect(parseEnv({}).LEASE_SECONDS).toBeLessThanOrEqual(25);
});
