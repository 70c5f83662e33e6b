import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '#scripts/system/free-port';
import { startProcess, waitUntilOk } from '#tests/support/process';
import { startService, type Tenant } from '#tests/support/service';

const testService = await startService();
const port = await findFreePort();
const baseUrl = `http://127.0.0.1:${port}`;
const web = startProcess(['lib/web/main.ts', '--service-only'], {
  DATABASE_URL: testService.databaseUrl,
  PORT: String(port),
  LOG_LEVEL: 'error',
  DATABASE_POOL: '5',
  ENCRYPTION_KEY: 'ab'.repeat(32),
  NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
});
await waitUntilOk(`${baseUrl}/healthz`, [web]);
afterAll(async () => {
  await web.end();
  await testService.stop();
});

/** More than the process has database connections, so that requests have to wait for one. */
const parallelRequests = 16;
const measuredRequests = 50;
const rounds = 5;

/** Requests the credit balance. @returns the HTTP status */
async function requestCredits({ secret }: Tenant): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/credits`, { headers: { authorization: `Bearer ${secret}` } });
  await response.arrayBuffer();
  return response.status;
}

/** Measures the 99th percentile latency of the organization `quiet` while `others` send requests as fast as they can. */
async function measureP99(
  quiet: Tenant,
  others: readonly Tenant[],
): Promise<{ ms: number; statuses: number[] }> {
  const statuses: number[] = [];
  let isDone = false;
  const load = others.map(async (other) => {
    while (!isDone) statuses.push(await requestCredits(other));
  });
  const times: number[] = [];
  for (let sent = 0; sent < measuredRequests; sent += 1) {
    const startedAt = performance.now();
    expect(await requestCredits(quiet)).toBe(200);
    times.push(performance.now() - startedAt);
  }
  isDone = true;
  await Promise.all(load);
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(0.99 * measuredRequests)] ?? 0, statuses };
}

const computeMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test('an organization’s p99 latency beside 16 clients of one rate-limited organization is less than three times that beside 16 separate organizations', async () => {
  const quiet = await testService.createTenant();
  const greedy = await testService.createTenant();
  const many = await Promise.all(Array.from({ length: parallelRequests }, () => testService.createTenant()));
  const greedyClients = Array.from({ length: parallelRequests }, () => greedy);
  await requestCredits(greedy);
  // Uses up the rate limit of the greedy organization. The window starts in an hour, so that it does not end during the test, however slow the machine is.
  await testService.db.$client.query(
    `UPDATE rate_limit_windows SET requests = 500, started_at = started_at + interval '1 hour'
     WHERE organization_id = $1`,
    [greedy.id],
  );
  await measureP99(quiet, many);
  const latencies: { withMany: number[]; withGreedy: number[] } = { withMany: [], withGreedy: [] };
  for (let round = 0; round < rounds; round += 1) {
    latencies.withMany.push((await measureP99(quiet, many)).ms);
    const measured = await measureP99(quiet, greedyClients);
    latencies.withGreedy.push(measured.ms);
    expect(new Set(measured.statuses)).toEqual(new Set([429]));
  }
  expect(computeMedian(latencies.withGreedy) / computeMedian(latencies.withMany)).toBeLessThan(3);
});
