import { afterAll, expect, test } from 'vitest';
import { getRequestCredits } from '#lib/contract/credits';
import { startService } from '#tests/support/service';
import { runWithinHour } from '#tests/support/wait';

const testService = await startService();
afterAll(() => testService.stop());
const validBody = { prompt: 'Which trail shoes last longest?', model: 'CHAT' };

test('responds to a chat request with the text of the answer, its provider and its country, by default US', () =>
  runWithinHour(async () => {
    const organization = await testService.createTenant();
    const before = Date.now() / 1000;
    const { status, body, headers } = await organization.send('POST', '/v1/run', validBody);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.result).toBe(
      (await organization.send('POST', '/v1/monitor/chat', { prompt: validBody.prompt, country: 'US' })).body
        .result.text,
    );
    expect(body.metadata).toEqual({
      provider: 'sandbox',
      region: 'US',
      response_time: expect.any(Number),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-concurrent-limit': '10',
      'x-concurrent-current': '1',
      'x-concurrent-remaining': '9',
      'x-credits-charged': String(getRequestCredits('chat', {})),
      'x-credits-remaining': '495',
      'x-latency-ms': expect.stringMatching(/^\d+$/),
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '999',
    });
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset % 3600).toBe(0);
    expect(reset).toBeGreaterThan(before);
    expect(reset).toBeLessThanOrEqual(before + 3601);
    const german = await organization.send('POST', '/v1/run', { ...validBody, country: 'DE' });
    expect(german.body.metadata.region).toBe('DE');
  }));

test.each([
  [{ model: 'CHAT' }, 'prompt', 'Prompt cannot be empty'],
  [{ ...validBody, prompt: ' ' }, 'prompt', 'Prompt cannot be empty'],
  [{ ...validBody, prompt: 'x'.repeat(10_001) }, 'prompt', 'Prompt is too long'],
  [{ prompt: 'x' }, 'model', 'Unknown engine. Send CHAT.'],
  [{ ...validBody, model: 'chat' }, 'model', 'Unknown engine. Send CHAT.'],
  [{ ...validBody, model: 'GEN' }, 'model', 'Unknown engine. Send CHAT.'],
  [{ ...validBody, country: 'us' }, 'country', 'Invalid country code'],
  [{ ...validBody, state: 'CA' }, 'state', 'This endpoint does not accept state'],
  [[], '', 'Expected a JSON object'],
])('rejects %j with 400 for the field %s', async (body, field, message) => {
  const organization = await testService.createTenant();
  const response = await organization.send('POST', '/v1/run', body);
  expect([response.status, response.body.details]).toEqual([400, [{ field, message }]]);
});

test('ignores null and unknown fields', async () => {
  const organization = await testService.createTenant();
  const body = { ...validBody, country: null, state: null, unknown: 'blue' };
  expect((await organization.send('POST', '/v1/run', body)).body.metadata.region).toBe('US');
});

test('counts every authenticated request of the hour, including rejected ones, and rejects requests over the limit with 429', () =>
  runWithinHour(async () => {
    const organization = await testService.createTenant();
    const getRemainingAfter = async (method: string, body?: unknown) =>
      Number((await organization.send(method, '/v1/run', body)).headers.get('x-ratelimit-remaining'));
    expect(await getRemainingAfter('POST', validBody)).toBe(999);
    expect(await getRemainingAfter('POST', '{')).toBe(998);
    expect(await getRemainingAfter('GET')).toBe(997);
    // Other endpoints report the limit per second.
    expect((await organization.send('GET', '/v1/states?country=US')).headers.get('x-ratelimit-limit')).toBe(
      '500',
    );
    await testService.db.$client.query(
      `UPDATE rate_limit_windows SET requests = 999 WHERE organization_id = $1 AND kind = 'hour'`,
      [organization.id],
    );
    const last = await organization.send('POST', '/v1/run', validBody);
    expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    const overLimit = await organization.send('POST', '/v1/run', validBody);
    expect([overLimit.status, overLimit.body.error.code, overLimit.body.error.details]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      { limit: 1000, window: '1h' },
    ]);
    expect(Object.fromEntries(overLimit.headers)).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': expect.any(String),
      'x-concurrent-current': '0',
      'x-credits-charged': '0',
      'x-credits-remaining': '490',
      'x-latency-ms': expect.any(String),
    });
    expect(overLimit.headers.get('retry-after')).toBeNull();
    await testService.db.$client.query(
      `UPDATE rate_limit_windows SET started_at = started_at - interval '1 hour' WHERE organization_id = $1 AND kind = 'hour'`,
      [organization.id],
    );
    expect(await getRemainingAfter('POST', validBody)).toBe(999);
  }));

test('rejects requests without an API key, credits or a free concurrency slot, as the monitor endpoints do', async () => {
  const withoutCredits = await testService.createTenant({ credits: 4 });
  const insufficient = await withoutCredits.send('POST', '/v1/run', validBody);
  expect([insufficient.status, insufficient.body.error.code]).toEqual([403, 'INSUFFICIENT_CREDITS']);
  const busy = await testService.createTenant({ concurrency: 1 });
  await testService.db.$client.query('UPDATE credit_balances SET in_flight = 1 WHERE organization_id = $1', [
    busy.id,
  ]);
  const rejected = await busy.send('POST', '/v1/run', validBody);
  expect([rejected.status, rejected.body.error.code, rejected.headers.get('x-concurrent-remaining')]).toEqual(
    [429, 'CONCURRENT_LIMIT_EXCEEDED', '0'],
  );
  const unauthorized = await busy.send('POST', '/v1/run', validBody, { authorization: '' });
  expect([unauthorized.status, unauthorized.headers.get('x-ratelimit-limit')]).toEqual([401, null]);
});
