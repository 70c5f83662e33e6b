import { afterAll, expect, test } from 'vitest';
import { measureCpuMs } from '#tests/support/process';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant({ credits: 1_000_000 });
const validBody = { prompt: 'Which trail shoes last longest?', country: 'US' };

test.each([
  ['no prompt', { country: 'US' }, 'prompt', 'Prompt cannot be empty'],
  ['an empty prompt', { ...validBody, prompt: '' }, 'prompt', 'Prompt cannot be empty'],
  ['a prompt of whitespace', { ...validBody, prompt: ' \n\t ' }, 'prompt', 'Prompt cannot be empty'],
  ['a number as the prompt', { ...validBody, prompt: 7 }, 'prompt', 'Expected string'],
  [
    'a prompt of 10,001 characters',
    { ...validBody, prompt: 'x'.repeat(10_001) },
    'prompt',
    'Prompt is too long',
  ],
  ['a prompt of 10,001 emoji', { ...validBody, prompt: '🏃'.repeat(10_001) }, 'prompt', 'Prompt is too long'],
  [
    'a prompt with a NUL',
    { ...validBody, prompt: 'a\u0000b' },
    'prompt',
    'Prompt contains an invalid character',
  ],
  ['no country', { prompt: 'x' }, 'country', 'Invalid country code'],
  ['a lower-case country', { ...validBody, country: 'us' }, 'country', 'Invalid country code'],
  ['an unknown country', { ...validBody, country: 'XX' }, 'country', 'Invalid country code'],
  [
    'a flag that is not a boolean',
    { ...validBody, include: { html: 'true' } },
    'include.html',
    'Expected boolean',
  ],
  ['an array as include', { ...validBody, include: [] }, 'include', 'Expected object'],
  [
    'a state outside the US',
    { prompt: 'x', country: 'DE', state: 'CA' },
    'state',
    'State is only accepted when country is US',
  ],
  ['an unknown state', { ...validBody, state: 'ZZ' }, 'state', 'Invalid state code'],
  [
    'a location for chat',
    { ...validBody, location: 'Austin,Texas,United States' },
    'location',
    'The chat engine does not accept location',
  ],
  ['an array as the body', [], '', 'Expected a JSON object'],
  ['null as the body', null, '', 'Expected a JSON object'],
])('responds with 400 and names the invalid field: %s', async (_, body, field, message) => {
  const response = await organization.send('POST', '/v1/monitor/chat', JSON.stringify(body));
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } });
  expect(response.body.details).toContainEqual({ field, message });
});

test('rejects a lone surrogate with 400, and accepts a prompt of 10,000 emoji', async () => {
  const loneSurrogate = await organization.send(
    'POST',
    '/v1/monitor/chat',
    '{"prompt":"a\\ud800b","country":"US"}',
  );
  expect([loneSurrogate.status, loneSurrogate.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  const longPrompt = await organization.send('POST', '/v1/monitor/chat', {
    ...validBody,
    prompt: '🏃'.repeat(10_000),
  });
  expect(longPrompt.status).toBe(200);
});

test.each([
  ['malformed JSON', '{"prompt":'],
  ['zero bytes', ''],
  ['a bare word', 'prompt'],
  ['trailing bytes', '{} {}'],
  ['100,000 unclosed arrays', '['.repeat(100_000)],
  ['arrays nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
])('quickly rejects %s with 400', async (_, body) => {
  const cpuMs = await measureCpuMs(async () => {
    const response = await organization.send('POST', '/v1/async/task/batch', body);
    expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
  expect(cpuMs).toBeLessThan(500);
});

test('responds with 400 to a body that is not UTF-8', async () => {
  const response = await fetch(`${testService.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.secret}`, 'content-type': 'application/json' },
    body: Buffer.concat([
      Buffer.from('{"prompt":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('","country":"US"}'),
    ]),
  });
  expect([response.status, (await response.json()).error.code]).toEqual([400, 'VALIDATION_ERROR']);
});

test('accepts unknown fields and flags, null, __proto__ and repeated keys', async () => {
  for (const body of [
    '{"prompt":"x","country":"US","unknown":"blue","include":{"video":7}}',
    '{"prompt":"x","country":"US","state":null,"include":null}',
    '{"prompt":"x","country":"US","include":{"html":null}}',
    '{"__proto__":{"country":"DE"},"prompt":"x","country":"US"}',
    '{"prompt":"","prompt":"x","country":"US"}',
    '{"prompt":"x","country":"US","junk":"\\u0000"}',
  ]) {
    expect((await organization.send('POST', '/v1/monitor/chat', body)).status).toBe(200);
  }
});

test('accepts application/json, also with parameters, and bodies without a content type; rejects other types with 415', async () => {
  const url = '/v1/monitor/chat';
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON']) {
    expect((await organization.send('POST', url, validBody, { 'content-type': type })).status).toBe(200);
  }
  const withoutType = await fetch(testService.baseUrl + url, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.secret}` },
    body: Buffer.from(JSON.stringify(validBody)),
  });
  expect(withoutType.status).toBe(200);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const response = await organization.send('POST', url, validBody, { 'content-type': type });
    expect([response.status, response.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
});

test('accepts a body at the limit, and rejects one more byte with 413, even without Content-Length', async () => {
  const limit = 256 * 1024;
  const start = '{"prompt":"x","country":"US","junk":"';
  const atLimit = `${start}${'y'.repeat(limit - start.length - 2)}"}`;
  expect((await organization.send('POST', '/v1/monitor/chat', atLimit)).status).toBe(200);
  const overLimit = await organization.send('POST', '/v1/monitor/chat', `${atLimit} `);
  expect([overLimit.status, overLimit.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  const streamed = await fetch(`${testService.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.secret}`, 'content-type': 'application/json' },
    body: new Blob([`${atLimit} `]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
});

test('rejects methods that are not allowed, unknown paths and malformed task IDs', async () => {
  for (const [method, path, allow] of [
    ['GET', '/v1/monitor/chat', 'POST'],
    ['DELETE', '/v1/async/task/batch', 'POST'],
    ['POST', '/v1/countries', 'GET'],
    ['OPTIONS', '/v1/async/status', 'GET'],
  ] as const) {
    const response = await organization.send(method, path);
    expect([response.status, response.body.error.code, response.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      allow,
    ]);
  }
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/monitor/chat/',
    '/v1/Monitor/chat',
    '/v1/monitor/video',
  ]) {
    const response = await organization.send('POST', path, validBody);
    expect([path, response.status, response.body.error.code]).toEqual([path, 404, 'RESOURCE_NOT_FOUND']);
  }
  const malformed = await organization.send('GET', '/v1/async/task/7');
  expect([malformed.status, malformed.body.details]).toEqual([
    400,
    [{ field: 'taskId', message: 'Expected a UUID' }],
  ]);
});

test('validates the parameters of countries and states', async () => {
  const all = (await organization.send('GET', '/v1/countries')).body;
  expect(all.length).toBeGreaterThanOrEqual(249);
  const unknown = await organization.send('GET', '/v1/countries?model=video');
  expect([unknown.status, unknown.body.details]).toEqual([
    400,
    [
      {
        field: 'model',
        message: 'Unknown engine. Send one of chat, gen, social, answer, office, searchai, overview, search.',
      },
    ],
  ]);
  const states = (await organization.send('GET', '/v1/states?country=US')).body;
  // 50 states and the District of Columbia.
  expect(states).toHaveLength(51);
  expect(states).toContainEqual({ code: 'TX', name: 'Texas' });
  expect((await organization.send('GET', '/v1/states?country=DE')).body).toEqual([]);
  for (const query of ['', '?country=us', '?country=USA']) {
    expect((await organization.send('GET', `/v1/states${query}`)).status).toBe(400);
  }
});

test('reports invalid fields of a task and of its payload', async () => {
  const response = await organization.send('POST', '/v1/async/task', {
    taskType: 'CHAT',
    payload: { prompt: '', country: 'US' },
    webhook: { url: 'http://localhost/hook' },
  });
  expect(response.body.details).toEqual([
    { field: 'payload.prompt', message: 'Prompt cannot be empty' },
    { field: 'webhook.url', message: 'The host of the URL must be public' },
  ]);
  for (const [change, field] of [
    [{ taskType: 'chat' }, 'taskType'],
    [{ priority: 0 }, 'priority'],
    [{ priority: 11 }, 'priority'],
    [{ priority: 1.5 }, 'priority'],
    [{ idempotencyKey: '' }, 'idempotencyKey'],
    [{ idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey'],
    [{ idempotencyKey: 'a\u0000' }, 'idempotencyKey'],
    [{ payload: undefined }, 'payload'],
    [{ webhook: {} }, 'webhook.url'],
  ] as const) {
    const { status, body } = await organization.send('POST', '/v1/async/task', {
      taskType: 'CHAT',
      payload: validBody,
      ...change,
    });
    expect([status, body.details?.map((detail: { field: string }) => detail.field)]).toEqual([400, [field]]);
  }
});

test('responds with 502 and holds no credits if an engine has no provider', async () => {
  const { status, body, headers } = await organization.send('POST', '/v1/monitor/social', validBody);
  expect([status, body.error.code, body.error.details.service]).toEqual([
    502,
    'EXTERNAL_SERVICE_ERROR',
    'social',
  ]);
  expect(headers.get('x-request-id')).toBeTruthy();
  const { rows } = await testService.db.$client.query(
    'SELECT held FROM credit_balances WHERE organization_id = $1',
    [organization.id],
  );
  expect(rows).toEqual([{ held: 0 }]);
});
