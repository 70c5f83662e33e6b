import { afterAll, describe, expect, test } from 'vitest';
import { send, startService, type Tenant, type TestResponse } from '#tests/support/service';
import { expectError } from './expect-error';

const run = await startService();
afterAll(() => run.stop());
const ask = { prompt: 'Which trail shoes last longest?', country: 'US' };
const task = { taskType: 'GEN', payload: ask };

const never = ['retry-after', 'ratelimit', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
const rate = ['x-ratelimit-limit', 'x-ratelimit-remaining'];
const monitorHeaders = [
  'x-concurrent-limit',
  'x-concurrent-current',
  'x-concurrent-remaining',
  'x-credits-remaining',
  'x-credits-charged',
  'x-latency-ms',
];

function expectNumbers({ headers }: TestResponse, names: string[]) {
  for (const name of names) expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)]);
}

/** What brings an organization to a limit. */
const straits: Record<string, (organization: Tenant) => Promise<unknown>> = {
  'its window used up': ({ id }) =>
    run.db.$client.query(
      `INSERT INTO rate_limit_windows (organization_id, kind, started_at, requests)
       VALUES ($1, 'second', now() + interval '5 seconds', 5000)`,
      [id],
    ),
  'its slots taken': ({ id }) =>
    run.db.$client.query('UPDATE credit_balances SET in_flight = 10 WHERE organization_id = $1', [id]),
  'no credits': ({ id }) =>
    run.db.$client.query('UPDATE credit_balances SET balance = 0 WHERE organization_id = $1', [id]),
  'a full queue': ({ id }) =>
    run.db.$client.query('UPDATE task_queue_stats SET queued = 100000 WHERE organization_id = $1', [id]),
  'a task of that key': (organization) =>
    organization.send('POST', '/v1/async/task', { ...task, idempotencyKey: 'mine' }),
};

describe('Errors > codes: body, details and headers of every error', () => {
  test.each<[number, string, string, string, unknown, string | undefined, object | undefined]>([
    [400, 'VALIDATION_ERROR', 'POST', '/v1/monitor/chat', {}, undefined, undefined],
    [400, 'VALIDATION_ERROR', 'GET', '/v1/countries?model=video', undefined, undefined, undefined],
    [400, 'VALIDATION_ERROR', 'POST', '/v1/async/task', {}, undefined, undefined],
    [
      403,
      'INSUFFICIENT_CREDITS',
      'POST',
      '/v1/monitor/gen',
      ask,
      'no credits',
      { required: 4, available: 0 },
    ],
    [
      403,
      'INSUFFICIENT_CREDITS',
      'POST',
      '/v1/async/task',
      task,
      'no credits',
      { required: 4, available: 0 },
    ],
    [404, 'RESOURCE_NOT_FOUND', 'GET', '/v1/nothing', undefined, undefined, undefined],
    [
      404,
      'RESOURCE_NOT_FOUND',
      'GET',
      '/v1/async/task/11111111-1111-1111-1111-111111111111',
      undefined,
      undefined,
      { id: '11111111-1111-1111-1111-111111111111' },
    ],
    [405, 'METHOD_NOT_ALLOWED', 'PATCH', '/v1/async/task', {}, undefined, undefined],
    [
      409,
      'RESOURCE_ALREADY_EXISTS',
      'POST',
      '/v1/async/task',
      { ...task, idempotencyKey: 'mine' },
      'a task of that key',
      { taskId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ],
    [413, 'PAYLOAD_TOO_LARGE', 'POST', '/v1/async/task', ' '.repeat(262_145), undefined, { limit: 262_144 }],
    [
      413,
      'PAYLOAD_TOO_LARGE',
      'POST',
      '/v1/async/task/batch',
      ' '.repeat(8_388_609),
      undefined,
      { limit: 8_388_608 },
    ],
    [
      429,
      'RATE_LIMIT_EXCEEDED',
      'GET',
      '/v1/countries',
      undefined,
      'its window used up',
      { limit: 500, window: '1s' },
    ],
    [
      429,
      'RATE_LIMIT_EXCEEDED',
      'POST',
      '/v1/monitor/gen',
      ask,
      'its window used up',
      { limit: 500, window: '1s' },
    ],
    [429, 'CONCURRENT_LIMIT_EXCEEDED', 'POST', '/v1/monitor/gen', ask, 'its slots taken', { limit: 10 }],
    [429, 'QUEUE_LIMIT_EXCEEDED', 'POST', '/v1/async/task', task, 'a full queue', { limit: 100_000 }],
    [
      502,
      'EXTERNAL_SERVICE_ERROR',
      'POST',
      '/v1/monitor/social',
      ask,
      undefined,
      { service: 'social', attempts: 1 },
    ],
  ])('Errors > %d %s of %s %s', async (status, code, method, path, body, strait, details) => {
    const organization = await run.newOrganization();
    if (strait) await straits[strait]?.(organization);
    const answer = await organization.send(method, path, body);
    expectError(answer, code);
    expect([answer.status, answer.body.error.details]).toEqual([status, details]);
    expectNumbers(answer, rate);
    if (status === 429 && path.startsWith('/v1/monitor')) {
      expectNumbers(answer, monitorHeaders);
      expect(answer.headers.get('x-credits-charged')).toBe('0');
    }
    for (const name of never) expect([name, answer.headers.get(name)]).toEqual([name, null]);
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  test('Errors > 415 UNSUPPORTED_MEDIA_TYPE', async () => {
    const organization = await run.newOrganization();
    const answer = await organization.send('POST', '/v1/async/task', task, { 'content-type': 'text/json' });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
    expect(answer.status).toBe(415);
    expectNumbers(answer, rate);
  });

  test('Errors > 500 INTERNAL_SERVER_ERROR reveals no internals', async () => {
    const organization = await run.newOrganization();
    await run.db.$client.query('ALTER TABLE task_queue_stats RENAME TO hidden_for_a_moment');
    const answer = await organization.send('GET', '/v1/async/status');
    await run.db.$client.query('ALTER TABLE hidden_for_a_moment RENAME TO task_queue_stats');
    expectError(answer, 'INTERNAL_SERVER_ERROR');
    expect([answer.status, answer.body.error.details]).toEqual([500, undefined]);
    expect(JSON.stringify(answer.body)).not.toMatch(/task_queue_stats|relation|select|postgres/i);
    expectNumbers(answer, rate);
    expect((await organization.send('GET', '/v1/async/status')).status).toBe(200);
  });

  test.each([
    ['MISSING_API_KEY', {}],
    ['INVALID_API_KEY_FORMAT', { authorization: 'Bearer nobody' }],
    ['INVALID_OR_EXPIRED_API_KEY', undefined],
  ])('Errors > 401 %s, whatever the path, the method or the body', async (code, given) => {
    const revoked = await run.newOrganization();
    await run.db.$client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.keyId]);
    const headers = given ?? { authorization: `Bearer ${revoked.secret}` };
    for (const [method, path, body] of [
      ['GET', '/v1/countries', undefined],
      ['POST', '/v1/monitor/chat', '{'],
      ['PUT', '/v1/nothing', undefined],
      ['POST', '/v1/run', ' '.repeat(300_000)],
      ['DELETE', '/v1/async/queue', undefined],
    ] as const) {
      const answer = await send(run.baseUrl + path, method, body, headers);
      expectError(answer, code);
      expect([path, answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([path, 401, null]);
    }
  });
});

describe('Response headers', () => {
  test('a 200 of a monitor endpoint has all of them, other endpoints only those of the rate limit', async () => {
    const organization = await run.newOrganization();
    const first = await organization.send('POST', '/v1/monitor/gen', ask);
    expectNumbers(first, [...rate, ...monitorHeaders]);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-ratelimit-limit': '500',
      'x-concurrent-limit': '10',
      'x-concurrent-current': '1',
      'x-concurrent-remaining': '9',
      'x-credits-charged': '4',
      'x-credits-remaining': '496',
    });
    const list = await organization.send('GET', '/v1/states?country=US');
    expectNumbers(list, rate);
    for (const name of monitorHeaders) expect([name, list.headers.get(name)]).toEqual([name, null]);
    for (const name of never) expect([name, first.headers.get(name)]).toEqual([name, null]);
  });
});
