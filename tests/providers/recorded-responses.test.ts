import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { systemClock } from '#lib/core/time';
import { createGeminiProvider } from '#lib/providers/gemini/provider';
import { createOpenAiProvider } from '#lib/providers/openai/provider';
import { createPerplexityProvider } from '#lib/providers/perplexity/provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../support/recordings.ts';

/** Creates a request whose prompt is the name of the file with the response that the mock provider sends. */
const createRequest = (file: string, fields: Partial<MonitorRequest> = {}): MonitorRequest => ({
  prompt: file,
  country: 'DE',
  include: {},
  ...fields,
});
const context = { signal: new AbortController().signal, clock: systemClock };
let mockServer: MockProviderServer;

beforeAll(async () => {
  mockServer = await startMockProviders({
    folder: fixturesFolder,
    getBehavior: ({ prompt }) =>
      /\.(json|txt)$/.test(prompt) ? { kind: 'recording', file: prompt } : undefined,
  });
});
afterAll(() => mockServer.close());

const getOptions = () => ({ baseUrl: mockServer.url, apiKey: 'a key' });

describe('OpenAI over HTTP', () => {
  it.each(['kayaks-stream.sse.txt', 'kayaks-utf16-offsets.json'])(
    '%s: finds citations after emoji and Japanese text',
    async (file) => {
      const { result, raw } = await createOpenAiProvider({ ...getOptions(), model: 'gpt-5.2' }).query(
        createRequest(file),
        context,
      );
      expect(resultSchemas.chat.parse(result)).toEqual(result);
      expect(result.text).toBe(
        [
          'Short answer 🛶: the Otterline Fold 3 is the lightest folding kayak this season, at 9.8 kg.',
          '',
          '1. Otterline Fold 3 👩‍👩‍👧 — room for a child, 折りたたみ時間は七分.',
          '2. Driftwell Coracle — the driest hull of nine in the tank test.',
          "3. Kelpcraft Loom — cheapest, see the owners' survey for its zips.",
          '',
          'Prices differ by shop.',
        ].join('\n'),
      );
      expect(result.sources).toEqual([
        createSource(
          1,
          'https://www.paddlepress.example/tests/otterline-fold-3',
          'Otterline Fold 3 on the water',
          false,
        ),
        createSource(2, 'https://kayak-note.example/fold3#time', 'フォールド３を組み立てる', false),
        createSource(3, 'https://harbourlab.example/tank-test?id=9', 'Nine hulls in the tank', false),
        createSource(4, 'https://river-forum.example/survey', 'Survey of owners', false),
        createSource(5, 'https://shop.driftwell.example/coracle/', 'shop.driftwell.example', true),
      ]);
      expect(result.citationPills?.map((pill) => pill.position)).toEqual([1, 2, 3, 1, 4]);
      expect(result.searchQueries).toEqual([
        'lightest folding kayak',
        'folding kayak tank test 2026',
        '折りたたみカヤック 組み立て 時間',
      ]);
      expect(result.markdown).toContain(
        '[paddlepress.example](https://www.paddlepress.example/tests/otterline-fold-3?utm_source=openai)',
      );
      // The body, or the events of the stream.
      expect(raw?.length).toBe(file.endsWith('.json') ? 1 : 29);
    },
  );

  it('always searches and sends the location', async () => {
    const provider = createOpenAiProvider({ ...getOptions(), model: 'gpt-5.2' });
    await provider.query(createRequest('kayaks-stream.sse.txt', { country: 'US', state: 'CA' }), context);
    expect(mockServer.calls.at(-1)).toMatchObject({
      path: '/v1/responses',
      headers: { authorization: 'Bearer a key' },
      body: {
        model: 'gpt-5.2',
        input: 'kayaks-stream.sse.txt',
        tools: [
          { type: 'web_search', user_location: { type: 'approximate', country: 'US', region: 'California' } },
        ],
        tool_choice: 'required',
        stream: true,
        include: ['web_search_call.action.sources'],
      },
    });
  });
});

describe('Gemini over HTTP', () => {
  it.each(['kayaks-stream.sse.txt', 'kayaks.json'])(
    '%s: reads byte offsets and overlapping grounding supports, and skips thoughts',
    async (file) => {
      const requestedUrls: string[] = [];
      const provider = createGeminiProvider({
        ...getOptions(),
        model: 'gemini-2.5-flash',
        resolve: async (url) => {
          requestedUrls.push(url);
          return 'https://www.paddlepress.example/tests/otterline-fold-3';
        },
      });
      const { result } = await provider.query(createRequest(file), context);
      expect(resultSchemas.gen.parse(result)).toEqual(result);
      expect(result.text).toBe(
        'Folding kayaks 🛶\n\nThe Otterline Fold 3 weighs 9.8 kg. 折りたたみ時間は七分です。The Driftwell Coracle stayed driest 💧 in the tank.',
      );
      expect(requestedUrls).toEqual([
        'https://vertexaisearch.cloud.google.com/grounding-api-redirect/KAYAK-ONE',
      ]);
      expect(result.sources.map(({ position, url, label }) => [position, url, label])).toEqual([
        [1, 'https://www.paddlepress.example/tests/otterline-fold-3', 'paddlepress.example'],
        [2, 'https://kayak-note.example/fold3', 'フォールド３を組み立てる'],
        [3, 'https://harbourlab.example/tank-test?id=9', 'harbourlab.example'],
      ]);
      expect(result.citationPills?.map((p) => [p.citationPillId, p.position, p.description])).toEqual([
        [1, 1, 'Folding kayaks 🛶'],
        [2, 1, 'The Otterline Fold 3 weighs 9.8 kg.'],
        [2, 2, 'The Otterline Fold 3 weighs 9.8 kg.'],
        [3, 2, '折りたたみ時間は七分です。'],
        [4, 3, 'The Driftwell Coracle stayed driest 💧 in the tank.'],
        [5, 3, 'driest 💧'],
      ]);
    },
  );

  it('sends the location in the system instruction and lets the model decide whether to search', async () => {
    const provider = createGeminiProvider({
      ...getOptions(),
      baseUrl: `${mockServer.url}/v1beta`,
      model: 'gemini-2.5-flash',
    });
    const { result } = await provider.query(
      createRequest('no-search.json', { country: 'US', state: 'TX' }),
      context,
    );
    expect(result).toMatchObject({ sources: [], citationPills: [] });
    expect(mockServer.calls.at(-1)).toMatchObject({
      path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent',
      country: 'US',
      headers: { 'x-goog-api-key': 'a key' },
      body: { tools: [{ google_search: {} }] },
    });
    expect(JSON.stringify(mockServer.calls.at(-1)?.body)).toContain('Texas, United States (US)');
  });

  it('returns an empty text for a blocked prompt, with the reason in the raw response', async () => {
    const provider = createGeminiProvider({ ...getOptions(), model: 'gemini-2.5-flash' });
    const { result, raw } = await provider.query(createRequest('blocked-prompt.json'), context);
    expect(result.text).toBe('');
    expect(raw).toEqual([expect.objectContaining({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })]);
  });
});

describe('Perplexity over HTTP', () => {
  it.each(['kayaks.json', 'kayaks-stream.ndjson.txt'])(
    '%s: reads citation markers, duplicate sources and several searches',
    async (file) => {
      const { result, tokens, cost, note } = await createPerplexityProvider({
        ...getOptions(),
        model: 'sonar',
      }).query(createRequest(file), context);
      expect(resultSchemas.answer.parse(result)).toEqual(result);
      expect(result.text).toBe(
        [
          'The Otterline Fold 3 🛶 is the lightest folding kayak at 9.8 kg. 折りたたみ時間は七分です。',
          '',
          '• The Driftwell Coracle stayed driest in the tank.',
          '• A kit lists its parts as parts[2], revised [2026], see [1].',
        ].join('\n'),
      );
      expect(result.citationPills?.map((pill) => [pill.citationPillId, pill.position])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 1],
      ]);
      expect(result.sources.map(({ label, description }) => [label, description])).toEqual([
        ['Otterline Fold 3 on the water', 'We carried it up a hill.'],
        ['Fold 3', 'From the maker.'],
        ['フォールド３を組み立てる', '七分でできる。'],
        ['Survey of owners', undefined],
      ]);
      expect(result.search_model_queries).toEqual([
        { query: 'Which kayak folds?' },
        { query: 'lightest folding kayak 2026' },
        { query: '折りたたみカヤック 組み立て 時間' },
      ]);
      expect(result.model).toBe('perplexity/sonar');
      expect([tokens, cost, note]).toEqual([1060, { amount: 0.00306, currency: 'USD' }, undefined]);
      for (const field of ['related_queries', 'images', 'videos']) expect(result).not.toHaveProperty(field);
    },
  );

  it.each([
    ['', 'sonar', 'perplexity/sonar'],
    ['/', 'sonar-pro', 'perplexity/sonar-pro'],
    ['/v1', 'perplexity/sonar', 'perplexity/sonar'],
    ['/v1/', 'openai/gpt-5.2', 'openai/gpt-5.2'],
  ])(
    'sends the location and the language to base URL "%s" and %s as the model %s',
    async (path, set, sent) => {
      const options = { ...getOptions(), baseUrl: `${mockServer.url}${path}`, model: set };
      const fields = { country: 'US', state: 'NY', language: 'de-AT' };
      await createPerplexityProvider(options).query(
        createRequest('kayaks-stream.ndjson.txt', fields),
        context,
      );
      const call = mockServer.calls.at(-1);
      expect(call).toMatchObject({ path: '/v1/responses', headers: { authorization: 'Bearer a key' } });
      expect(call?.body).toEqual({
        model: sent,
        input: 'kayaks-stream.ndjson.txt',
        tools: [{ type: 'web_search', user_location: { country: 'US', region: 'New York' } }],
        language_preference: 'de',
        stream: true,
      });
    },
  );

  it('sends no language if it is unknown, and no region without a state', async () => {
    await createPerplexityProvider({ ...getOptions(), model: 'sonar' }).query(
      createRequest('kayaks.json'),
      context,
    );
    expect(mockServer.calls.at(-1)?.body).toEqual({
      model: 'perplexity/sonar',
      input: 'kayaks.json',
      tools: [{ type: 'web_search', user_location: { country: 'DE' } }],
      stream: true,
    });
  });
});

function createSource(position: number, url: string, label: string, footnote: boolean) {
  return { position, url, label, footnote };
}
