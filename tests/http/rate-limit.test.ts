import { afterAll, expect, test } from 'vitest';
import { send, startService } from '../support/service';
import { until } from '../support/until';

const run = await startService();
afterAll(() => run.stop());
const other = await run.another();

async function windowNow(): Promise<number> {
  const { rows } = await run.pool.query('SELECT floor(extract(epoch FROM clock_timestamp()))::int AS second');
  return rows[0].second;
}

test('over two processes exactly 500 requests pass in a window, and the next window is whole again', async () => {
  const tenant = await run.newOrganization();
  const authorization = `Bearer ${tenant.secret}`;
  const ask = (_: unknown, index: number) =>
    send(`${index % 2 ? other : run.baseUrl}/v1/states?country=DE`, 'GET', undefined, { authorization });
  await Promise.all(Array.from({ length: 20 }, ask));
  // A burst counts only if it fell into one window of the database's clock, and nothing before it did.
  const answers = await until(
    'a burst falls into one window',
    async () => {
      const used = await windowNow();
      const window = await until(
        'a window begins',
        async () => {
          const now = await windowNow();
          return now > used ? now : undefined;
        },
        { everyMs: 5 },
      );
      const burst = await Promise.all(Array.from({ length: 540 }, ask));
      return window === (await windowNow()) ? burst : undefined;
    },
    { seconds: 40 },
  );
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
  await until(
    'the next window',
    async () => (await tenant.send('GET', '/v1/states?country=DE')).status === 200,
  );
});

test('a refused monitor request carries the figures of its organization', async () => {
  const tenant = await run.newOrganization();
  await tenant.send('GET', '/v1/states?country=DE');
  await run.pool.query(
    `UPDATE rate_windows SET requests = 5000, started_at = now() + interval '5 seconds' WHERE organization_id = $1`,
    [tenant.id],
  );
  const { status, headers } = await tenant.send('POST', '/v1/monitor/chat', { prompt: 'x', country: 'US' });
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
