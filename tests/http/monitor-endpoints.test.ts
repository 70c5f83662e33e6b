import { afterAll, describe, expect, test } from 'vitest';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant({ credits: 1_000_000 });
const prompt = 'best trail running shoes';
const usRequest = { prompt, country: 'US' };
const monitorHeaders = [
  'x-concurrent-limit',
  'x-concurrent-current',
  'x-concurrent-remaining',
  'x-credits-remaining',
  'x-credits-charged',
  'x-latency-ms',
];

describe('credits charged', () => {
  test.each([
    ['chat', usRequest, 5],
    ['chat', { ...usRequest, include: { html: true, markdown: true } }, 5],
    ['chat', { ...usRequest, include: { ads: true } }, 7],
    [
      'chat',
      { ...usRequest, include: { rawResponse: true, searchQueries: true, ads: true, shopping: true } },
      7,
    ],
    ['chat', { ...usRequest, state: 'CA', include: { shopping: true } }, 9],
    ['chat', { ...usRequest, include: { rawResponse: false } }, 5],
    ['gen', usRequest, 4],
    ['gen', { ...usRequest, state: 'NY', include: { rawResponse: true } }, 6],
    ['answer', { ...usRequest, include: { rawResponse: true } }, 4],
    ['answer', { ...usRequest, state: 'TX' }, 6],
    ['office', usRequest, 5],
    ['office', { ...usRequest, state: 'DC' }, 7],
    ['searchai', { prompt }, 4],
    ['searchai', { prompt, location: 'Austin,Texas,United States', device: 'mobile' }, 4],
    ['overview', { prompt }, 5],
    ['search', { query: prompt }, 3],
    ['search', { query: prompt, pages: 3 }, 7],
    ['search', { query: prompt, include: { overview: true } }, 5],
    ['search', { query: prompt, include: { overview: {} }, pages: 2 }, 7],
    ['search', { query: prompt, include: { overview: false } }, 3],
    ['search/news', { query: prompt }, 3],
    ['search/news', { query: prompt, pages: 10 }, 21],
  ])('%s %j: %d', async (engine, body, cost) => {
    const before = (await organization.send('GET', '/v1/credits')).body.remaining;
    const { status, headers } = await organization.send('POST', `/v1/monitor/${engine}`, body);
    expect(status).toBe(200);
    expect([headers.get('x-credits-charged'), headers.get('x-credits-remaining')]).toEqual([
      String(cost),
      String(before - cost),
    ]);
    for (const name of [...monitorHeaders, 'x-ratelimit-limit', 'x-ratelimit-remaining']) {
      expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)]);
    }
    expect((await organization.send('GET', '/v1/credits')).body).toMatchObject({
      remaining: before - cost,
      held: 0,
    });
  });
});

describe('response headers', () => {
  test.each([
    ['200', 'GET', '/v1/countries', undefined, 200, undefined],
    ['400', 'POST', '/v1/monitor/chat', {}, 400, 'VALIDATION_ERROR'],
    ['404', 'POST', '/v1/nothing', {}, 404, 'RESOURCE_NOT_FOUND'],
    ['405', 'PUT', '/v1/monitor/chat', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['413', 'POST', '/v1/monitor/chat', ' '.repeat(300_000), 413, 'PAYLOAD_TOO_LARGE'],
    ['502', 'POST', '/v1/monitor/social', usRequest, 502, 'EXTERNAL_SERVICE_ERROR'],
  ])('of a response with status %s', async (_, method, path, body, status, code) => {
    const response = await organization.send(method, path, body);
    expect([response.status, response.body.error?.code]).toEqual([status, code]);
    expect(response.headers.get('x-ratelimit-limit')).toBe('500');
    expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit', 'set-cookie']) {
      expect([name, response.headers.get(name)]).toEqual([name, null]);
    }
    if (code === undefined) return;
    expect(response.body.success).toBe(false);
    expect(response.body.error.message).toMatch(/\S/);
    expect(response.body.error.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(Array.isArray(response.body.details)).toBe(code === 'VALIDATION_ERROR');
  });

  test('checks API key, rate limit, body, credits and concurrency in this order', async () => {
    const tenant = await testService.createTenant({ credits: 0, concurrency: 1 });
    const getCode = async (method: string, path: string, body: unknown, headers = {}) =>
      (await tenant.send(method, path, body, headers)).body.error.code;
    expect(await getCode('POST', '/v1/monitor/chat', '{', { 'content-type': 'text/plain' })).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expect(await getCode('POST', '/v1/monitor/chat', {})).toBe('VALIDATION_ERROR');
    await testService.db.$client.query(
      'UPDATE credit_balances SET in_flight = 1 WHERE organization_id = $1',
      [tenant.id],
    );
    expect(await getCode('POST', '/v1/monitor/chat', usRequest)).toBe('INSUFFICIENT_CREDITS');
    await testService.db.$client.query(
      'UPDATE credit_balances SET balance = 500 WHERE organization_id = $1',
      [tenant.id],
    );
    expect(await getCode('POST', '/v1/monitor/chat', usRequest)).toBe('CONCURRENT_LIMIT_EXCEEDED');
    await testService.db.$client.query(
      `UPDATE rate_limit_windows SET requests = 5000, started_at = now() + interval '5 seconds' WHERE organization_id = $1`,
      [tenant.id],
    );
    expect(await getCode('POST', '/v1/nothing', '{')).toBe('RATE_LIMIT_EXCEEDED');
    expect(await getCode('POST', '/v1/nothing', '{', { authorization: 'Basic x' })).toBe(
      'INVALID_API_KEY_FORMAT',
    );
  });
});

describe('utility endpoints', () => {
  test.each(['searchai', 'overview', 'chat', 'office', 'gen', 'search', 'social', 'answer'])(
    'lists the countries of %s',
    async (model) => {
      const { status, body } = await organization.send('GET', `/v1/countries?model=${model}`);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(0);
      expect(body.every((code: string) => /^[A-Z]{2}$/.test(code))).toBe(true);
      expect(new Set(body).size).toBe(body.length);
    },
  );

  test.each(['', 'CHAT', 'search/news', 'aimode'])(
    'rejects a request for the countries of “%s” with 400',
    async (model) => {
      const { status, body } = await organization.send(
        'GET',
        `/v1/countries?model=${encodeURIComponent(model)}`,
      );
      expect([status, body.error.code, body.details[0].field]).toEqual([400, 'VALIDATION_ERROR', 'model']);
    },
  );
});

describe('stored pages', () => {
  test.each(['search', 'search/news'])('%s: returns one URL per page', async (engine) => {
    const body = { query: prompt, pages: 2, include: { html: true } };
    const { html } = (await organization.send('POST', `/v1/monitor/${engine}`, body)).body.result;
    expect(html).toEqual([
      expect.stringMatching(/\/storage\/results\/[0-9a-f-]{36}\/page-1\.html\?/),
      expect.stringMatching(/\/storage\/results\/[0-9a-f-]{36}\/page-2\.html\?/),
    ]);
    for (const url of html) {
      const page = await fetch(url.replace(testService.service.settings.APP_URL, testService.baseUrl));
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
    }
  });

  test.each(['chat', 'gen', 'answer', 'office', 'searchai', 'overview'])(
    '%s: returns one URL',
    async (engine) => {
      const { body } = await organization.send('POST', `/v1/monitor/${engine}`, {
        ...usRequest,
        include: { html: true },
      });
      expect(body.result.html).toMatch(/^http.*\/storage\/results\/[0-9a-f-]{36}\/page-1\.html\?/);
    },
  );
});

describe('request validation', () => {
  test.each([
    ['searchai', { prompt, location: 'Austin,Texas,United States', uule: 'w+CAIQICI=' }, 'location'],
    ['searchai', { prompt, location: 'Austin' }, 'location'],
    ['searchai', { prompt, device: 'tablet' }, 'device'],
    ['searchai', { prompt, state: 'CA', country: 'US' }, 'state'],
    ['overview', { prompt, location: 'Austin,Texas,United States', uule: 'w+CAIQICI=' }, 'location'],
    ['search', { query: prompt, pages: 0 }, 'pages'],
    ['search', { query: prompt, pages: 11 }, 'pages'],
    ['search/news', { query: prompt, pages: 1.5 }, 'pages'],
    ['search/news', { query: prompt, pages: '2' }, 'pages'],
    ['search/news', { prompt }, 'query'],
    ['search/news', { query: prompt, location: 'Austin,Texas,United States' }, 'location'],
    ['search/news', { query: prompt, country: 'USA' }, 'country'],
    ['gen', { ...usRequest, uule: 'w+CAIQICI=' }, 'uule'],
    ['gen', { ...usRequest, pages: 2 }, 'pages'],
    ['gen', { ...usRequest, include: { markdown: 1 } }, 'include.markdown'],
  ])('%s %j is rejected with 400 for %s', async (engine, body, field) => {
    const { status, body: response } = await organization.send('POST', `/v1/monitor/${engine}`, body);
    expect([status, response.details.map((detail: { field: string }) => detail.field)]).toEqual([
      400,
      [field],
    ]);
  });

  test.each([
    ['searchai', { prompt, location: null, uule: null, device: null, country: null, include: null }],
    ['search', { query: prompt, pages: null, include: { overview: null, html: null } }],
    ['gen', { ...usRequest, state: null, location: null, pages: null }],
  ])('%s: null counts as absent', async (engine, body) => {
    expect((await organization.send('POST', `/v1/monitor/${engine}`, body)).status).toBe(200);
  });
});
