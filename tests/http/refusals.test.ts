import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());

/** Sends an invalid request. @returns its status and its duration in milliseconds */
async function sendInvalid(
  tenant: Awaited<ReturnType<typeof testService.createTenant>>,
): Promise<[number, number]> {
  const startedAt = performance.now();
  const { status } = await tenant.send('POST', '/v1/async/task', { taskType: 'NONE' });
  return [status, performance.now() - startedAt];
}

test('an organization whose requests are refused more than 50 times a second waits for the next refusals, others do not', async () => {
  const heavy = await testService.createTenant();
  const other = await testService.createTenant();
  await sendInvalid(other);
  const [, first] = await sendInvalid(heavy);
  expect(first).toBeLessThan(500);
  const refusals = await Promise.all(Array.from({ length: 80 }, () => sendInvalid(heavy)));
  expect(new Set(refusals.map(([status]) => status))).toEqual(new Set([400]));
  // A slow machine may need more than a second for these requests, so that fewer are late.
  const quickest = Math.min(...refusals.map(([, ms]) => ms));
  expect(refusals.filter(([, ms]) => ms >= quickest + 500)).not.toEqual([]);
  const [status, ms] = await sendInvalid(other);
  expect([status, ms < 500]).toEqual([400, true]);
  expect((await heavy.send('GET', '/v1/credits')).status).toBe(200);
});
