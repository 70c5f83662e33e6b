import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { socialResultSchema } from '#lib/contract/results/assistants';
import { systemClock } from '#lib/core/time';
import { readResponse } from '#lib/providers/openai/transform';
import { parseEvents } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';
import { createXaiProvider } from '#lib/providers/xai/provider';
import { toSocialResult } from '#lib/providers/xai/transform';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder, hasRecordings, readRecording } from '../../support/recordings.ts';

const context = { signal: new AbortController().signal, clock: systemClock };
const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'JP', include: {} };
let behavior: MockBehavior | undefined;
let mockServer: MockProviderServer;

beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
});
beforeEach(() => {
  behavior = undefined;
});
afterAll(() => mockServer.close());

const sendRequest = (baseUrl = `${mockServer.url}/xai`) =>
  createXaiProvider({ baseUrl, apiKey: 'a key', model: 'grok-4.3' }).query(request, context);

function setOutput(output: object[], fields: object = {}): void {
  const body = { object: 'response', status: 'completed', model: 'grok-4.3', output, ...fields };
  behavior = { kind: 'response', status: 200, body };
}

const createMessage = (text: string, annotations: object[] = []) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations }],
});

describe('xAI over HTTP', () => {
  it.each(['/xai', '/xai/v1', '/xai/v1/'])(
    'requests a search of the web and X at base URL %s',
    async (path) => {
      await sendRequest(mockServer.url + path);
      expect(mockServer.calls.at(-1)).toMatchObject({
        provider: 'xai',
        path: '/xai/v1/responses',
        prompt: 'Which kayak folds?',
        country: 'JP',
        headers: { authorization: 'Bearer a key' },
        body: { model: 'grok-4.3', tools: [{ type: 'web_search' }, { type: 'x_search' }], stream: true },
      });
      expect(JSON.stringify(mockServer.calls.at(-1)?.body)).toContain('Japan (JP)');
    },
  );

  it('reads text, sources, searches, tokens and cost', async () => {
    const { result, raw, cost, tokens } = await sendRequest();
    expect(socialResultSchema.parse(result)).toEqual(result);
    expect(result.text).not.toMatch(/\[|https:/);
    expect(result.text).toContain('🛶 weighs');
    expect(result.sources.map(({ position }) => position)).toEqual(
      result.sources.map((_, index) => index + 1),
    );
    expect(result.sources[0]?.label).toMatch(/\.example$/);
    expect(result.searchQueries).toEqual(['Which kayak folds? test', expect.stringMatching(/ lang:en$/)]);
    expect(cost).toEqual({ amount: 0.0061, currency: 'USD' });
    expect(tokens).toBe(1020);
    expect(raw?.at(-1)).toMatchObject({ type: 'response.completed' });
  });

  it('either reads all of a truncated stream or rejects it', async () => {
    const stream = await (
      await fetch(`${mockServer.url}/xai/v1/responses`, {
        method: 'POST',
        body: JSON.stringify({ model: 'm', input: [{ role: 'user', content: 'a' }], stream: true }),
      })
    ).text();
    const read = (text: string) => toSocialResult(readResponse(parseEvents(text).events, 'xAI'));
    fc.assert(
      fc.property(fc.nat(stream.length - 1), (length) => {
        try {
          expect(read(stream.slice(0, length))).toEqual(read(stream));
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          expect(error.kind).toBe('transient');
        }
      }),
    );
  });
});

describe('xAI responses', () => {
  it('finds the search queries of every kind of tool call', async () => {
    setOutput([
      { type: 'web_search_call', action: { type: 'search', query: 'fold kayak' } },
      { type: 'web_search_call', arguments: '{"query":"fold kayak weight"}' },
      { type: 'web_search_call', action: { type: 'open_page', url: 'https://a.example/' } },
      { type: 'x_search_call', arguments: '{"query":"from:otterline fold","mode":"Latest"}' },
      { type: 'custom_tool_call', name: 'x_semantic_search', input: '{"query":"is the fold any good"}' },
      { type: 'custom_tool_call', name: 'x_thread_fetch', input: '{"post_id":"1"}' },
      { type: 'custom_tool_call', name: 'view_image', input: 'not JSON' },
      { type: 'function_call', arguments: '{"query":"not a search"}' },
      createMessage('A boat.'),
    ]);
    expect((await sendRequest()).result.searchQueries).toEqual([
      'fold kayak',
      'fold kayak weight',
      'from:otterline fold',
      'is the fold any good',
    ]);
  });

  it('reads citation markers without an annotation, except in code', async () => {
    const code = 'Use `x[[1]](https://a.example/)`:\n\n```\ny [[2]](https://b.example/)\n```';
    setOutput([
      createMessage(`Light.[[1]](https://a.example/) Dry.[[2]](https://b.example/a_(b))\n\n${code}`),
    ]);
    const { result } = await sendRequest();
    expect(result.text).toBe('Light. Dry.\n\nUse x[[1]](https://a.example/):\n\ny [[2]](https://b.example/)');
    expect(result.sources.map(({ url }) => url)).toEqual(['https://a.example/', 'https://b.example/a_(b)']);
  });

  it.each([
    ['code points', (text: string) => [...text].length],
    ['UTF-16 code units', (text: string) => text.length],
  ])('reads annotation offsets counted in %s, even after emoji', async (_, measureLength) => {
    const before = 'Kayak 🛶👩‍👩‍👧 折り ';
    const marker = '[[1]](https://a.example/)';
    const annotation = {
      type: 'url_citation',
      url: 'https://a.example/',
      start_index: measureLength(before),
      end_index: measureLength(before + marker),
      title: '1',
    };
    setOutput([createMessage(`${before}${marker} folds.`, [annotation])]);
    expect((await sendRequest()).result).toMatchObject({
      text: `${before.trim()} folds.`,
      sources: [{ position: 1 }],
    });
  });

  it('lists uncited pages after cited ones', async () => {
    setOutput([createMessage('Light.[[1]](https://a.example/)')], {
      citations: ['https://b.example/', 'https://a.example/', null],
    });
    expect((await sendRequest()).result.sources.map(({ url }) => url)).toEqual([
      'https://a.example/',
      'https://b.example/',
    ]);
  });

  it('returns an empty answer for a safety refusal', async () => {
    behavior = {
      kind: 'response',
      status: 403,
      body: {
        code: 'The caller does not have permission to execute the specified operation',
        error:
          'Content violates usage guidelines. Team: t-1, API key ID: k-1, Failed check: SAFETY_CHECK_TYPE_BIO',
      },
    };
    const { result, raw, note } = await sendRequest();
    expect(socialResultSchema.parse(result)).toEqual(result);
    expect(result).toMatchObject({ text: '', sources: [] });
    expect(note).toBe('The engine refused to answer: Content violates usage guidelines.');
    expect(raw).toHaveLength(1);
  });

  it.each([
    [
      429,
      { code: 'Some resource has been exhausted', error: 'You have used all available credits' },
      'quota',
    ],
    [403, { code: 'permission-denied', error: 'Your team has reached its monthly spending limit' }, 'quota'],
    [403, { code: 'permission-denied', error: 'No access to this model' }, 'permanent'],
    [400, { code: 'invalid-argument', error: 'Incorrect API key provided: xai-12345678' }, 'permanent'],
    [429, { code: 'rate-limit', error: 'Too many requests' }, 'transient'],
  ])('classifies %i %j as %s', async (status, body, kind) => {
    behavior = { kind: 'response', status, body };
    const failure = await sendRequest().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind });
    expect(String(failure)).not.toContain('12345678');
  });

  it.skipIf(!hasRecordings)(
    'treats an invalid key as permanent when it is reported as a 400 whose error is a string',
    async () => {
      behavior = { kind: 'response', status: 400, body: readRecording('xai/error-400-invalid-key.json') };
      await expect(sendRequest()).rejects.toMatchObject({
        kind: 'permanent',
        message: expect.stringContaining('invalid-argument, Incorrect API key provided'),
      });
    },
  );
});
