import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockBehavior, MockCall } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService, type Tenant, type TestService } from '#tests/support/service';

const apiKey = 'secret-key-0123456789abcdef';
let getBehavior: (call: MockCall) => MockBehavior | undefined = () => undefined;
let mockServer: MockProviderServer;
let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: (call) => getBehavior(call) });
  service = await startService({ SERPAPI_API_KEY: apiKey, SERPAPI_BASE_URL: mockServer.url });
  tenant = await service.createTenant();
});
afterAll(async () => {
  await service?.stop();
  await mockServer?.close();
});

const include = { html: true, markdown: true, rawResponse: true };

describe('SerpApi engines through the API', () => {
  it.each([
    ['office', { prompt: 'Kayak 0', country: 'GB' }, 5, ['html', 'markdown', 'rawResponse', 'sources']],
    ['searchai', { prompt: 'Kayak 0', country: 'GB' }, 4, ['html', 'markdown', 'map', 'places']],
    // To this prompt in this country, the mock server responds with a token for the overview.
    ['overview', { prompt: 'Kayak 2', country: 'DE' }, 5, ['html', 'markdown', 'sources', 'videos']],
    ['search', { query: 'Kayak 0', country: 'DE', pages: 2 }, 5, ['html', 'organicResults']],
    ['search/news', { query: 'Kayak 0', country: 'DE', pages: 3 }, 7, ['html', 'newsResults']],
  ])('returns a complete %s result', async (engine, body, credits, fields) => {
    const {
      status,
      headers,
      body: answer,
    } = await tenant.send('POST', `/v1/monitor/${engine}`, { ...body, include });
    expect(status).toBe(200);
    expect(headers.get('X-Credits-Charged')).toBe(String(credits));
    expect(Object.keys(answer.result)).toEqual(expect.arrayContaining(fields));
    expect(answer.result.meta).toEqual({ provider: 'serpapi', access: 'page' });
    expect(JSON.stringify(answer)).not.toContain(apiKey);
    const [page] = [answer.result.html].flat();
    const stored = await fetch(service.baseUrl + new URL(page).pathname + new URL(page).search);
    expect(await stored.text()).toContain('<h1>Kayak');
  });

  it.each([
    ['an invalid key', { kind: 'response', status: 401, body: { error: `Invalid API key: ${apiKey}` } }],
    [
      'an exhausted account',
      { kind: 'response', status: 429, body: { error: 'Your account has run out of searches.' } },
    ],
  ] as const)(
    'makes one attempt for %s, charges nothing and does not reveal the key',
    async (_, behavior) => {
      const { body: creditsBefore } = await tenant.send('GET', '/v1/credits');
      getBehavior = () => behavior;
      const answer = await tenant.send('POST', '/v1/monitor/office', { prompt: 'Kayak 0', country: 'US' });
      getBehavior = () => undefined;
      expect(answer).toMatchObject({
        status: 502,
        body: { error: { code: 'EXTERNAL_SERVICE_ERROR', details: { service: 'office', attempts: 1 } } },
      });
      expect(JSON.stringify(answer.body)).not.toContain(apiKey);
      expect((await tenant.send('GET', '/v1/credits')).body).toEqual(creditsBefore);
    },
  );
});
