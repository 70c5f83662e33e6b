import { afterAll, describe, expect, test } from 'vitest';
import { changeSchema } from '#tests/support/database';
import { send, startService, type Tenant, type TestResponse } from '#tests/support/service';
import { expectError } from './expect-error';

const testService = await startService();
afterAll(() => testService.stop());
const request = { prompt: 'Which trail shoes last longest?', country: 'US' };
const task = { taskType: 'GEN', payload: request };

const absentHeaders = [
  'retry-after',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];
const rateLimitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining'];
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

/** Functions that put an organization into a state, by the name of the state. */
const preparations: Record<string, (organization: Tenant) => Promise<unknown>> = {
  'an exhausted rate limit': ({ id }) =>
    testService.db.$client.query(
      `INSERT INTO rate_limit_windows (organization_id, kind, started_at, requests)
       VALUES ($1, 'second', now() + interval '5 seconds', 5000)`,
      [id],
    ),
  'no free concurrency slot': ({ id }) =>
    testService.db.$client.query('UPDATE credit_balances SET in_flight = 10 WHERE organization_id = $1', [
      id,
    ]),
  'no credits': ({ id }) =>
    testService.db.$client.query('UPDATE credit_balances SET balance = 0 WHERE organization_id = $1', [id]),
  'a full queue': ({ id }) =>
    testService.db.$client.query('UPDATE task_queue_stats SET queued = 100000 WHERE organization_id = $1', [
      id,
    ]),
  'a task with that idempotency key': (organization) =>
    organization.send('POST', '/v1/async/task', { ...task, idempotencyKey: 'mine' }),
};

describe('error responses', () => {
  test.each<[number, string, string, string, unknown, string | undefined, object | undefined]>([
    [400, 'VALIDATION_ERROR', 'POST', '/v1/monitor/chat', {}, undefined, undefined],
    [400, 'VALIDATION_ERROR', 'GET', '/v1/countries?model=video', undefined, undefined, undefined],
    [400, 'VALIDATION_ERROR', 'POST', '/v1/async/task', {}, undefined, undefined],
    [
      403,
      'INSUFFICIENT_CREDITS',
      'POST',
      '/v1/monitor/gen',
      request,
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
      'a task with that idempotency key',
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
      'an exhausted rate limit',
      { limit: 500, window: '1s' },
    ],
    [
      429,
      'RATE_LIMIT_EXCEEDED',
      'POST',
      '/v1/monitor/gen',
      request,
      'an exhausted rate limit',
      { limit: 500, window: '1s' },
    ],
    [
      429,
      'CONCURRENT_LIMIT_EXCEEDED',
      'POST',
      '/v1/monitor/gen',
      request,
      'no free concurrency slot',
      { limit: 10 },
    ],
    [429, 'QUEUE_LIMIT_EXCEEDED', 'POST', '/v1/async/task', task, 'a full queue', { limit: 100_000 }],
    [
      502,
      'EXTERNAL_SERVICE_ERROR',
      'POST',
      '/v1/monitor/social',
      request,
      undefined,
      { service: 'social', attempts: 1 },
    ],
  ])(
    '%d %s of %s %s has the documented body, details and headers',
    async (status, code, method, path, body, preparation, details) => {
      const organization = await testService.createTenant();
      if (preparation) await preparations[preparation]?.(organization);
      const response = await organization.send(method, path, body);
      expectError(response, code);
      expect([response.status, response.body.error.details]).toEqual([status, details]);
      expectNumbers(response, rateLimitHeaders);
      if (status === 429 && path.startsWith('/v1/monitor')) {
        expectNumbers(response, monitorHeaders);
        expect(response.headers.get('x-credits-charged')).toBe('0');
      }
      for (const name of absentHeaders) expect([name, response.headers.get(name)]).toEqual([name, null]);
      expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    },
  );

  test('415 UNSUPPORTED_MEDIA_TYPE has the documented body and headers', async () => {
    const organization = await testService.createTenant();
    const response = await organization.send('POST', '/v1/async/task', task, { 'content-type': 'text/json' });
    expectError(response, 'UNSUPPORTED_MEDIA_TYPE');
    expect(response.status).toBe(415);
    expectNumbers(response, rateLimitHeaders);
  });

  test('500 INTERNAL_SERVER_ERROR reveals no internals', async () => {
    const organization = await testService.createTenant();
    await changeSchema(testService.adminUrl, 'ALTER TABLE task_queue_stats RENAME TO temporarily_renamed');
    const response = await organization.send('GET', '/v1/async/status');
    await changeSchema(testService.adminUrl, 'ALTER TABLE temporarily_renamed RENAME TO task_queue_stats');
    expectError(response, 'INTERNAL_SERVER_ERROR');
    expect([response.status, response.body.error.details]).toEqual([500, undefined]);
    expect(JSON.stringify(response.body)).not.toMatch(/task_queue_stats|relation|select|postgres/i);
    expectNumbers(response, rateLimitHeaders);
    expect((await organization.send('GET', '/v1/async/status')).status).toBe(200);
  });

  test.each([
    ['MISSING_API_KEY', {}],
    ['INVALID_API_KEY_FORMAT', { authorization: 'Bearer nobody' }],
    ['INVALID_OR_EXPIRED_API_KEY', undefined],
  ])('401 %s is the response for any path, method and body', async (code, explicitHeaders) => {
    const revoked = await testService.createTenant();
    await testService.db.$client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [
      revoked.keyId,
    ]);
    const headers = explicitHeaders ?? { authorization: `Bearer ${revoked.secret}` };
    for (const [method, path, body] of [
      ['GET', '/v1/countries', undefined],
      ['POST', '/v1/monitor/chat', '{'],
      ['PUT', '/v1/nothing', undefined],
      ['POST', '/v1/run', ' '.repeat(300_000)],
      ['DELETE', '/v1/async/queue', undefined],
    ] as const) {
      const response = await send(testService.baseUrl + path, method, body, headers);
      expectError(response, code);
      expect([path, response.status, response.headers.get('x-ratelimit-limit')]).toEqual([path, 401, null]);
    }
  });
});

describe('response headers', () => {
  test.each(['/v1/credits', '/v1/unknown', '/healthz', '/storage/results/none', '/metrics', '/v1/%zz'])(
    'of %s forbid caching and MIME sniffing',
    async (path) => {
      const { headers } = await fetch(`${testService.baseUrl}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/\bno-store$/);
    },
  );

  test('allow caching the OpenAPI document, which is public', async () => {
    const { headers } = await fetch(`${testService.baseUrl}/v1/openapi.json`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('monitor endpoints send concurrency, credit and rate limit headers, and other endpoints only rate limit headers', async () => {
    const organization = await testService.createTenant();
    const first = await organization.send('POST', '/v1/monitor/gen', request);
    expectNumbers(first, [...rateLimitHeaders, ...monitorHeaders]);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-ratelimit-limit': '500',
      'x-concurrent-limit': '10',
      'x-concurrent-current': '1',
      'x-concurrent-remaining': '9',
      'x-credits-charged': '4',
      'x-credits-remaining': '496',
    });
    const list = await organization.send('GET', '/v1/states?country=US');
    expectNumbers(list, rateLimitHeaders);
    for (const name of monitorHeaders) expect([name, list.headers.get(name)]).toEqual([name, null]);
    for (const name of absentHeaders) expect([name, first.headers.get(name)]).toEqual([name, null]);
  });
});
