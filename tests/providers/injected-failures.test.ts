import { afterAll, describe, expect, it } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { systemClock } from '#lib/core/time';
import { createDataForSeoProvider, type DataForSeoEngine } from '#lib/providers/dataforseo/provider';
import { createGeminiProvider } from '#lib/providers/gemini/provider';
import { createOpenAiProvider } from '#lib/providers/openai/provider';
import { createPerplexityProvider } from '#lib/providers/perplexity/provider';
import { createSerpApiProvider, type SerpApiEngine } from '#lib/providers/serpapi/provider';
import type { Provider } from '#lib/providers/shared/provider';
import { createXaiProvider } from '#lib/providers/xai/provider';
import { mockDataForSeo } from '#scripts/mock-providers/dataforseo';
import { listCommonFailures } from '#scripts/mock-providers/injected-failures';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { createPerplexityMock } from '#scripts/mock-providers/perplexity';
import { mockSerpApi } from '#scripts/mock-providers/serpapi';
import { startMockProviders } from '#scripts/mock-providers/server';
import { mockXai } from '#scripts/mock-providers/xai';
import { fixturesFolder } from '../support/recordings.ts';

// tests/acceptance/provider-matrix.test.ts runs all engines together with failing providers.
let behavior: MockBehavior | undefined;
const mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
afterAll(() => mockServer.close());

const access = { baseUrl: mockServer.url, apiKey: 'any-key' };
const dataForSeoAccess = { baseUrl: mockServer.url, login: 'any', password: 'any' };
const serpApiEngines: SerpApiEngine[] = ['office', 'searchai', 'overview', 'search', 'search/news'];
const dataForSeoEngines: DataForSeoEngine[] = [
  'chat',
  'gen',
  'searchai',
  'overview',
  'search',
  'search/news',
];

/** Every provider with the failures in its own format. */
const providers: [Provider<Engine>, MockBehavior[]][] = [
  [createOpenAiProvider({ ...access, model: 'any' }), []],
  [createGeminiProvider({ ...access, model: 'any' }), []],
  [
    createPerplexityProvider({ ...access, model: 'any' }),
    createPerplexityMock(fixturesFolder).failures ?? [],
  ],
  [createXaiProvider({ ...access, baseUrl: `${mockServer.url}/xai`, model: 'any' }), mockXai.failures ?? []],
  ...serpApiEngines.map((engine): [Provider<Engine>, MockBehavior[]] => [
    createSerpApiProvider(engine, access),
    mockSerpApi.failures ?? [],
  ]),
  ...dataForSeoEngines.map((engine): [Provider<Engine>, MockBehavior[]] => [
    createDataForSeoProvider(engine, dataForSeoAccess),
    mockDataForSeo.failures ?? [],
  ]),
];

/** Common failures. `drip` sends a few bytes at a time and stops at `maxBytes`, here before the end of the shortest answer. */
const failures = listCommonFailures(20).map((failure) =>
  failure.kind === 'drip' ? { ...failure, bytes: 50, maxBytes: 100 } : failure,
);

/** Sends a new request object each time, because fetched pages are cached for the next attempt at the same request. */
function sendRequest(provider: Provider<Engine>) {
  const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'DE', include: {} };
  return provider.query(request, { signal: AbortSignal.timeout(5000), clock: systemClock });
}

describe.each(
  providers.map(
    ([provider, ownFailures]) => [provider.name, provider.engine, provider, ownFailures] as const,
  ),
)('%s %s', (_name, _engine, provider, ownFailures) => {
  it('returns a result', async () => {
    behavior = undefined;
    await expect(sendRequest(provider)).resolves.toMatchObject({ result: expect.any(Object) });
  });

  it.each(failures.map((failure) => [JSON.stringify(failure), failure] as const))(
    'reports %s as transient',
    async (_title, failure) => {
      behavior = failure;
      await expect(sendRequest(provider)).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
    },
  );

  it.runIf(ownFailures.length > 0)('classifies errors in its own format', async () => {
    const kinds = new Set<string>();
    for (const failure of ownFailures) {
      behavior = failure;
      const thrown: unknown = await sendRequest(provider).catch((error: unknown) => error);
      expect(thrown, JSON.stringify(failure)).toMatchObject({ name: 'ProviderError' });
      if (thrown instanceof Object && 'kind' in thrown) kinds.add(String(thrown.kind));
    }
    expect(kinds).toEqual(new Set(['transient', 'permanent']));
  });
});
