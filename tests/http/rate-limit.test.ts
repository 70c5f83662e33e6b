import { afterAll, expect, test } from 'vitest';
import { waitFor } from '#tests/support/wait';
import { send, startService } from '../support/service';

const run = await startService();
afterAll(() => run.stop());
const other = await run.another();

test('two processes together accept exactly 500 requests per second, and the next second starts from zero', async () => {
  const organization = await run.newOrganization();
  const authorization = `Bearer ${organization.secret}`;
  const ask = (_: unknown, index: number) =>
    send(`${index % 2 ? other : run.baseUrl}/v1/states?country=DE`, 'GET', undefined, { authorization });
  await Promise.all(Array.from({ length: 20 }, ask));
  // A window that is ahead of the clock goes on until the clock has come past it, however slow the burst is.
  await run.db.$client.query(
    `UPDATE rate_limit_windows SET requests = 0, started_at = started_at + interval '1 hour' WHERE organization_id = $1`,
    [organization.id],
  );
  const answers = await Promise.all(Array.from({ length: 540 }, ask));
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([500, 40]);
  const left = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(new Set(left).size).toBe(500);
  expect(refused[0]?.body).toMatchObject({
    success: false,
    error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 500, window: '1s' } },
  });
  expect(refused[0]?.headers.get('retry-after')).toBeNull();
  await run.db.$client.query(
    `UPDATE rate_limit_windows SET started_at = started_at - interval '1 hour' WHERE organization_id = $1`,
    [organization.id],
  );
  const next = await waitFor('the next window', async () => {
    const answer = await ask(undefined, 0);
    return answer.status === 200 ? answer : undefined;
  });
  expect(next.headers.get('x-ratelimit-remaining')).toBe('499');
});

test('a rate-limited monitor request reports the concurrency and credits of its organization', async () => {
  const organization = await run.newOrganization();
  await organization.send('GET', '/v1/states?country=DE');
  await run.db.$client.query(
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
