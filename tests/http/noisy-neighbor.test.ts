import { afterAll, expect, test } from 'vitest';
import { freePort } from '#scripts/system/free-port';
import { startProcess, waitUntilOk } from '#tests/support/process';
import { startService, type Tenant } from '#tests/support/service';

const run = await startService();
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const web = startProcess(['lib/web/main.ts', '--service-only'], {
  ...{ DATABASE_URL: run.databaseUrl, PORT: String(port), LOG_LEVEL: 'error', DATABASE_POOL: '5' },
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
});
await waitUntilOk(`${address}/healthz`, [web]);
afterAll(async () => {
  await web.end();
  await run.stop();
});

/** More than the process has connections to its database, so that who waits for one is told apart. */
const parallel = 16;
const requests = 50;
const rounds = 5;

async function ask({ secret }: Tenant): Promise<number> {
  const response = await fetch(`${address}/v1/credits`, { headers: { authorization: `Bearer ${secret}` } });
  await response.arrayBuffer();
  return response.status;
}

/** How long the slowest hundredth of an organization's requests takes, while others ask as fast as they can. */
async function p99Of(quiet: Tenant, others: readonly Tenant[]): Promise<{ ms: number; statuses: number[] }> {
  const statuses: number[] = [];
  let over = false;
  const crowd = others.map(async (other) => {
    while (!over) statuses.push(await ask(other));
  });
  const times: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const startedAt = performance.now();
    expect(await ask(quiet)).toBe(200);
    times.push(performance.now() - startedAt);
  }
  over = true;
  await Promise.all(crowd);
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(0.99 * requests)] ?? 0, statuses };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test('an organization at its limit slows others no more than the same requests from many organizations', async () => {
  const quiet = await run.newOrganization();
  const greedy = await run.newOrganization();
  const many = await Promise.all(Array.from({ length: parallel }, () => run.newOrganization()));
  const one = Array.from({ length: parallel }, () => greedy);
  await ask(greedy);
  // At its limit however slow the machine is: its window is used up, and does not end while the test runs.
  await run.db.$client.query(
    `UPDATE rate_limit_windows SET requests = 500, started_at = started_at + interval '1 hour'
     WHERE organization_id = $1`,
    [greedy.id],
  );
  await p99Of(quiet, many);
  const seen: { among: number[]; beside: number[] } = { among: [], beside: [] };
  for (let round = 0; round < rounds; round += 1) {
    seen.among.push((await p99Of(quiet, many)).ms);
    const beside = await p99Of(quiet, one);
    seen.beside.push(beside.ms);
    expect(new Set(beside.statuses)).toEqual(new Set([429]));
  }
  expect(median(seen.beside) / median(seen.among)).toBeLessThan(3);
});
