import { afterAll, expect, test } from 'vitest';
import { send, startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const testService = await startService();
afterAll(() => testService.stop());
const otherUrl = await testService.startAnotherServer();

test('two web servers together accept exactly 500 requests per second, and the next second starts from zero', async () => {
  const organization = await testService.createTenant();
  const authorization = `Bearer ${organization.secret}`;
  const sendRequest = (_: unknown, index: number) =>
    send(`${index % 2 ? otherUrl : testService.baseUrl}/v1/states?country=DE`, 'GET', undefined, {
      authorization,
    });
  await Promise.all(Array.from({ length: 20 }, sendRequest));
  // A window that starts in the future does not end during the burst, however slow the machine is.
  await testService.db.$client.query(
    `UPDATE rate_limit_windows SET requests = 0, started_at = started_at + interval '1 hour' WHERE organization_id = $1`,
    [organization.id],
  );
  const responses = await Promise.all(Array.from({ length: 540 }, sendRequest));
  const accepted = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status }) => status === 429);
  expect([accepted.length, rejected.length]).toEqual([500, 40]);
  const remaining = accepted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(new Set(remaining).size).toBe(500);
  expect(rejected[0]?.body).toMatchObject({
    success: false,
    error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 500, window: '1s' } },
  });
  expect(rejected[0]?.headers.get('retry-after')).toBeNull();
  await testService.db.$client.query(
    `UPDATE rate_limit_windows SET started_at = started_at - interval '1 hour' WHERE organization_id = $1`,
    [organization.id],
  );
  const next = await waitFor('the next window begins', async () => {
    const response = await sendRequest(undefined, 0);
    return response.status === 200 ? response : undefined;
  });
  expect(next.headers.get('x-ratelimit-remaining')).toBe('499');
});

test('a rate-limited monitor request reports the concurrency and credits of its organization', async () => {
  const organization = await testService.createTenant();
  await organization.send('GET', '/v1/states?country=DE');
  await testService.db.$client.query(
    `UPDATE rate_limit_windows SET requests = 5000, started_at = now() + interval '5 seconds' WHERE organization_id = $1`,
    [organization.id],
  );
  const { status, headers } = await organization.send('POST', '/v1/monitor/chat', {
    prompt: 'x',
    country: 'US',
  });
  expect(status).toBe(429);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-ratelimit-remaining': '0',
    'x-concurrent-limit': '10',
    'x-concurrent-current': '0',
    'x-credits-remaining': '500',
    'x-credits-charged': '0',
    'x-latency-ms': expect.any(String),
  });
});
