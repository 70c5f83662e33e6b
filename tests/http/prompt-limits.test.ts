import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService, type TestService } from '#tests/support/service';

let providers: MockProviderServer;
let testService: TestService;
beforeAll(async () => {
  providers = await startMockProviders({ folder: fixturesFolder, getBehavior: () => undefined });
  testService = await startService({
    DATAFORSEO_LOGIN: 'me',
    DATAFORSEO_PASSWORD: 'secret-0123456789',
    DATAFORSEO_BASE_URL: providers.url,
    ENGINE_PROVIDERS: 'chat=dataforseo,searchai=dataforseo',
  });
});
afterAll(async () => {
  await testService?.stop();
  await providers?.close();
});

/** One character, but two UTF-16 code units. */
const astral = '🛶';
const limits = [
  ['searchai', 700, 'Google AI Mode'],
  ['chat', 2000, 'ChatGPT'],
] as const;

test.each(limits)('%s accepts prompts of up to %d characters', async (engine, limit) => {
  const organization = await testService.createTenant();
  for (const prompt of ['a'.repeat(limit - 1), 'a'.repeat(limit), astral.repeat(limit)]) {
    const before = providers.calls.length;
    const { status } = await organization.send('POST', `/v1/monitor/${engine}`, { prompt, country: 'US' });
    expect([status, providers.calls.length - before]).toEqual([200, 1]);
  }
});

test.each(limits)(
  '%s refuses longer prompts without sending or charging them, and names the limit of %d characters',
  async (engine, limit, product) => {
    const organization = await testService.createTenant();
    const before = providers.calls.length;
    for (const prompt of ['a'.repeat(limit + 1), astral.repeat(limit + 1)]) {
      const request = { prompt, country: 'US' };
      const { status, body, headers } = await organization.send('POST', `/v1/monitor/${engine}`, request);
      const format = (count: number) => count.toLocaleString('en');
      expect([status, headers.get('x-credits-charged')]).toEqual([502, '0']);
      expect(body.error).toMatchObject({
        code: 'EXTERNAL_SERVICE_ERROR',
        message: `DataForSEO accepts prompts of at most ${format(limit)} characters for ${product}; this one has ${format(limit + 1)}.`,
        details: { service: engine, attempts: 0, maxPromptLength: limit },
      });
    }
    expect(providers.calls.length - before).toBe(0);
    const { body } = await organization.send('GET', '/v1/credits');
    expect(body).toMatchObject({ remaining: 500, held: 0 });
  },
);
