import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { createFixedClock } from '#lib/core/time';
import { createSerpApiProvider, type SerpApiEngine } from '#lib/providers/serpapi/provider';
import type { MockBehavior, MockCall } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

const apiKey = 'secret-key-0123456789abcdef+/';
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const engines = [
  'office',
  'searchai',
  'overview',
  'search',
  'search/news',
] as const satisfies SerpApiEngine[];

let getBehavior: (call: MockCall) => MockBehavior | undefined;
let mockServer: MockProviderServer;
beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: (call) => getBehavior(call) });
});
afterAll(() => mockServer.close());
beforeEach(() => {
  getBehavior = () => undefined;
  mockServer.calls.length = 0;
});

function sendRequest<E extends SerpApiEngine>(
  engine: E,
  fields: Partial<MonitorRequest> = {},
  baseUrl = mockServer.url,
) {
  const request = { prompt: 'Which kayak folds?', country: 'DE', include: {}, ...fields };
  const provider = createSerpApiProvider(engine, { apiKey, baseUrl });
  return provider.query(request, { signal: new AbortController().signal, clock });
}

const getSentParameters = () => mockServer.calls.map(({ query }) => Object.fromEntries(query));

/** Prompts for which the mock provider's page contains an overview, none, or a token to request it. */
const overviewPrompts = { inline: 'Kayak 0', missing: 'Kayak 1', deferred: 'Kayak 2' };

describe('requests', () => {
  it.each([
    ['office', {}, { engine: 'bing_copilot' }],
    ['office', { state: 'CA', country: 'US' }, { engine: 'bing_copilot' }],
    ['searchai', {}, { engine: 'google_ai_mode', gl: 'de', hl: 'de', device: 'desktop' }],
    [
      'searchai',
      { country: 'GB', location: 'Leeds,England,United Kingdom', device: 'mobile' },
      {
        engine: 'google_ai_mode',
        gl: 'uk',
        hl: 'en',
        device: 'mobile',
        location: 'Leeds,England,United Kingdom',
      },
    ],
    [
      'search',
      { country: 'BR', uule: 'w+CAIQICINVW5pdGVkIFN0YXRlcw==' },
      {
        engine: 'google',
        gl: 'br',
        hl: 'pt',
        device: 'desktop',
        uule: 'w+CAIQICINVW5pdGVkIFN0YXRlcw==',
      },
    ],
    [
      'search/news',
      { country: 'JP' },
      { engine: 'google', tbm: 'nws', gl: 'jp', hl: 'ja', device: 'desktop' },
    ],
  ] as const)('sends the parameters of %s with %j', async (engine, fields, parameters) => {
    await sendRequest(engine, fields);
    expect(getSentParameters()).toEqual([
      { ...parameters, q: 'Which kayak folds?', no_cache: 'true', api_key: apiKey },
    ]);
  });

  it.each(['/proxy/serp/', '/proxy/serp/search.json', '/proxy/serp/search'])(
    'accepts a base URL that ends with %s',
    async (path) => {
      await sendRequest('office', {}, mockServer.url + path);
      expect(mockServer.calls.map((call) => call.path)).toEqual(['/proxy/serp/search.json']);
    },
  );

  it('notes that office ignores the location', async () => {
    const { note } = await sendRequest('office', { country: 'US' });
    expect(note).toBe('SerpApi’s Bing Copilot has no location parameter, so country US was not sent.');
    expect((await sendRequest('searchai')).note).toBeUndefined();
  });
});

describe('responses', () => {
  it.each(engines)('%s matches the contract and returns the raw body', async (engine) => {
    const { result, raw } = await sendRequest(engine, { prompt: overviewPrompts.inline });
    expect(resultSchemas[engine].parse(result)).toEqual(result);
    expect(raw).toMatchObject([{ search_metadata: { status: 'Success' } }]);
    expect(JSON.stringify(raw)).not.toContain(apiKey);
  });

  it.each([
    ['inline', 1],
    ['deferred', 2],
    ['missing', 1],
  ] as const)('reads a page whose overview is %s, in %i requests', async (kind, requestCount) => {
    const { result, raw, note } = await sendRequest('overview', { prompt: overviewPrompts[kind] });
    expect(result.text === '').toBe(kind === 'missing');
    expect(result.sources.length === 0).toBe(kind === 'missing');
    expect(result.ads).toHaveLength(2);
    expect(mockServer.calls).toHaveLength(requestCount);
    expect(raw).toHaveLength(requestCount);
    expect(note).toBeUndefined();
  });

  it('requests a deferred overview immediately, with only its token', async () => {
    await sendRequest('overview', { prompt: overviewPrompts.deferred });
    const [, second] = getSentParameters();
    expect(second).toEqual({
      engine: 'google_ai_overview',
      page_token: expect.any(String),
      no_cache: 'true',
      api_key: apiKey,
    });
  });

  it('returns the overview of a search only if it is included', async () => {
    const prompt = overviewPrompts.deferred;
    expect((await sendRequest('search', { prompt })).result.overview).toBeUndefined();
    expect(mockServer.calls).toHaveLength(1);
    const included = await sendRequest('search', { prompt, include: { overview: {} } });
    expect(included.result.overview?.sources.length).toBeGreaterThan(2);
    const withoutOverview = await sendRequest('search', {
      prompt: overviewPrompts.missing,
      include: { overview: {} },
    });
    expect(withoutOverview.result.overview).toBeUndefined();
  });

  it('treats the expired token of a deferred overview as transient', async () => {
    getBehavior = ({ query }) =>
      query.get('engine') === 'google_ai_overview'
        ? {
            kind: 'response',
            status: 200,
            body: { search_metadata: { status: 'Error' }, error: 'The `page_token` has expired.' },
          }
        : undefined;
    await expect(sendRequest('overview', { prompt: overviewPrompts.deferred })).rejects.toMatchObject({
      kind: 'transient',
    });
  });

  it('treats a deferred overview without results as missing', async () => {
    const error = "Google hasn't returned any results for this query.";
    getBehavior = ({ query }) =>
      query.get('engine') === 'google_ai_overview'
        ? { kind: 'response', status: 200, body: { search_metadata: { status: 'Success' }, error } }
        : undefined;
    const { result } = await sendRequest('overview', { prompt: overviewPrompts.deferred });
    expect(result).toMatchObject({ text: '', sources: [] });
  });

  const listings = {
    search: async (pages: number) => (await sendRequest('search', { pages })).result.organicResults,
    'search/news': async (pages: number) => (await sendRequest('search/news', { pages })).result.newsResults,
  };

  it.each(Object.entries(listings))(
    '%s: returns pages in order with continuous numbering',
    async (_, listEntries) => {
      // The first page arrives last.
      getBehavior = ({ query }) => ({ kind: 'recording', delayMs: 60 - Number(query.get('start') ?? 0) * 2 });
      const entries = await listEntries(3);
      const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
      expect(entries.map(({ position }) => position)).toEqual(numbers);
      expect(entries.map(({ page }) => page)).toEqual(numbers.map((number) => Math.ceil(number / 10)));
      expect(entries.map(({ title }) => Number(/\((\d+)\)$/.exec(title)?.[1]))).toEqual(numbers);
      const starts = getSentParameters().map(({ start }) => start);
      expect(starts.sort()).toEqual(['10', '20', undefined]);
    },
  );

  it('returns no results for pages after the last one', async () => {
    // The mock provider has five pages of ten results.
    const { result } = await sendRequest('search', { pages: 7 });
    expect(result.organicResults).toHaveLength(50);
    expect(result.peopleAlsoAsk).toHaveLength(
      new Set(result.peopleAlsoAsk?.map(({ question }) => question)).size,
    );
  });

  it('retries only the pages that failed', async () => {
    getBehavior = ({ query, attempt }) =>
      query.get('start') === '10' && attempt < 3 ? { kind: 'response', status: 503 } : undefined;
    const provider = createSerpApiProvider('search', { apiKey, baseUrl: mockServer.url });
    const request = { prompt: 'Which kayak folds?', country: 'DE', pages: 3, include: {} };
    const context = { signal: new AbortController().signal, clock };
    for (let failed = 0; failed < 2; failed += 1) {
      await expect(provider.query(request, context)).rejects.toMatchObject({ kind: 'transient' });
    }
    expect((await provider.query(request, context)).result.organicResults).toHaveLength(30);
    expect(mockServer.calls).toHaveLength(5);
    // Another request object starts again with all three pages.
    await provider.query({ ...request }, context);
    expect(mockServer.calls).toHaveLength(8);
  });

  it('stops requesting pages after a permanent error', async () => {
    getBehavior = () => ({ kind: 'response', status: 401, body: { error: 'Invalid API key.' } });
    await expect(sendRequest('search', { pages: 10 })).rejects.toMatchObject({ kind: 'permanent' });
    expect(mockServer.calls.length).toBeLessThanOrEqual(4);
  });

  it.each(engines)('%s: returns an empty result as an answer', async (engine) => {
    const { result } = await sendRequest(engine, { prompt: 'nothing at all' });
    expect(resultSchemas[engine].parse(result)).toEqual(result);
    const lists = Object.values(result).filter((value) => Array.isArray(value));
    expect(lists.flat()).toEqual([]);
    if ('text' in result) expect(result.text).toBe('');
  });

  it('returns the HTML only if it is included', async () => {
    expect((await sendRequest('search')).html).toBeUndefined();
    const { html } = await sendRequest('search', { pages: 2, include: { html: true } });
    expect(html).toEqual([1, 2].map(() => expect.stringContaining('<h1>Which kayak folds?</h1>')));
  });

  it('omits HTML that cannot be fetched, and says so in the note', async () => {
    getBehavior = ({ part }) => (part === 'page' ? { kind: 'response', status: 404 } : undefined);
    const { html, note } = await sendRequest('searchai', { include: { html: true } });
    expect(html).toBeUndefined();
    expect(note).toBe('SerpApi’s stored page could not be fetched.');
  });
});
