import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { createFixedClock } from '#lib/core/time';
import { createGeminiProvider } from '#lib/providers/gemini/provider';
import { createOpenAiProvider } from '#lib/providers/openai/provider';
import { createPerplexityProvider } from '#lib/providers/perplexity/provider';
import { createXaiProvider } from '#lib/providers/xai/provider';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../support/recordings.ts';

const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'US', include: {} };
let behavior: MockBehavior = { kind: 'recording' };
let mockServer: MockProviderServer;

beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
});
afterAll(() => mockServer.close());

const providers = {
  openai: (baseUrl: string) => createOpenAiProvider({ baseUrl, apiKey: 'k', model: 'm' }),
  gemini: (baseUrl: string) => createGeminiProvider({ baseUrl, apiKey: 'k', model: 'm' }),
  perplexity: (baseUrl: string) => createPerplexityProvider({ baseUrl, apiKey: 'k', model: 'm' }),
  xai: (baseUrl: string) => createXaiProvider({ baseUrl: `${baseUrl}/xai`, apiKey: 'k', model: 'm' }),
};
type TestedProvider = keyof typeof providers;
const providerNames = ['openai', 'gemini', 'perplexity', 'xai'] as const satisfies TestedProvider[];

function sendRequest(
  provider: TestedProvider,
  baseUrl = mockServer.url,
  signal = new AbortController().signal,
): Promise<unknown> {
  return providers[provider](baseUrl).query(request, { signal, clock });
}

describe.each(providerNames)('%s', (provider) => {
  it.each([
    [400, 'permanent'],
    [401, 'permanent'],
    [402, 'quota'],
    [403, 'permanent'],
    [404, 'retired'],
    [405, 'retired'],
    [408, 'transient'],
    [409, 'permanent'],
    [422, 'permanent'],
    [429, 'transient'],
    [500, 'transient'],
    [502, 'transient'],
    [503, 'transient'],
    [529, 'transient'],
  ])('classifies a %i response as %s, with or without a readable body', async (status, kind) => {
    for (const body of [
      '<html>Bad gateway</html>',
      '',
      { error: 'a message' },
      { error: { message: 'a message' } },
    ]) {
      behavior = { kind: 'response', status, body };
      await expect(sendRequest(provider)).rejects.toMatchObject({ name: 'ProviderError', kind });
    }
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Mon, 04 May 2026 10:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads the retry delay from headers %j', async (headers, retryAfterMs) => {
    behavior = { kind: 'response', status: 429, headers };
    await expect(sendRequest(provider)).rejects.toMatchObject({ kind: 'transient', retryAfterMs });
  });

  it.each([
    ['an empty body', ''],
    ['an HTML page', '<html>Please log in</html>'],
    ['a truncated body', '{"choices":['],
    ['unexpected types', '{"output":7,"candidates":7,"choices":7}'],
    ['an empty object', '{}'],
  ])('treats a 200 response with %s as transient', async (_, body) => {
    behavior = { kind: 'response', status: 200, body };
    await expect(sendRequest(provider)).rejects.toMatchObject({ kind: 'transient' });
  });

  it('treats a broken connection as transient', async () => {
    behavior = { kind: 'truncate', bytes: 300 };
    await expect(sendRequest(provider)).rejects.toMatchObject({ kind: 'transient' });
  });

  it('treats a refused connection as transient', async () => {
    await expect(sendRequest(provider, await getClosedUrl())).rejects.toMatchObject({ kind: 'transient' });
  });

  it('rejects with the signal’s reason when aborted while the provider does not respond', async () => {
    behavior = { kind: 'hang' };
    const controller = new AbortController();
    const pending = sendRequest(provider, mockServer.url, controller.signal);
    const before = mockServer.calls.length;
    await expect.poll(() => mockServer.calls.length).toBe(before + 1);
    controller.abort(new Error('client disconnected'));
    await expect(pending).rejects.toThrow('client disconnected');
  });
});

describe('errors of individual providers', () => {
  it.each<[TestedProvider, string, string, number | undefined]>([
    ['openai', 'error-401-bad-key.json', 'permanent', undefined],
    ['openai', 'error-429-slow-down.json', 'transient', 1500],
    ['openai', 'error-quota-stream.ndjson.txt', 'quota', undefined],
    ['gemini', 'error-400-bad-key.json', 'permanent', undefined],
    ['gemini', 'error-429-wait.json', 'transient', 7250],
    ['perplexity', 'error-401-bad-key.json', 'permanent', undefined],
    ['perplexity', 'error-403-retired-endpoint.json', 'retired', undefined],
    ['perplexity', 'error-failed-stream.ndjson.txt', 'transient', undefined],
  ])('%s: classifies %s as %s', async (provider, file, kind, retryAfterMs) => {
    behavior = { kind: 'recording', file };
    await expect(sendRequest(provider)).rejects.toMatchObject({ kind, retryAfterMs });
  });

  it.each(providerNames)('%s: redacts an API key that the error message repeats', async (provider) => {
    const message =
      'Incorrect API key provided: word-1234. Not sk-proj-abcd1234, pplx-abcd1234 or AIzaSyAbcd.';
    behavior = { kind: 'response', status: 401, body: { error: { message } } };
    const failure = await sendRequest(provider).catch((error: Error) => error.message);
    expect(failure).toContain('Incorrect API key provided: [key]. Not [key], [key] or [key].');
  });

  it('Gemini: requires a finish reason in a stream, but not in a single body', async () => {
    const event = JSON.stringify({ candidates: [{ content: { parts: [{ text: 'A boat.' }] } }] });
    behavior = { kind: 'response', status: 200, body: event };
    await expect(sendRequest('gemini')).resolves.toMatchObject({ result: { text: 'A boat.' } });
    for (const body of [`data: ${event}\n\n`, `[${event}]`]) {
      behavior = { kind: 'response', status: 200, body };
      await expect(sendRequest('gemini')).rejects.toMatchObject({ kind: 'transient' });
    }
  });

  it('OpenAI: distinguishes a 429 for an exhausted quota from one for the rate limit', async () => {
    for (const [code, kind] of [
      ['insufficient_quota', 'quota'],
      ['rate_limit_exceeded', 'transient'],
    ]) {
      behavior = { kind: 'response', status: 429, body: { error: { code, type: code } } };
      await expect(sendRequest('openai')).rejects.toMatchObject({ kind });
    }
  });

  it.each([
    ['rate_limit_exceeded', 'transient'],
    ['server_error', 'transient'],
    ['an_unknown_code', 'transient'],
    ['invalid_prompt', 'permanent'],
  ])('OpenAI: classifies a stream that fails with %s as %s', async (code, kind) => {
    const flat = { type: 'error', code, message: 'No.', param: null };
    const failed = {
      type: 'response.failed',
      response: { status: 'failed', error: { code, message: 'No.' }, output: [] },
    };
    for (const events of [[flat], [failed], [flat, failed]]) {
      const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
      behavior = { kind: 'response', status: 200, headers: { 'content-type': 'text/event-stream' }, body };
      await expect(sendRequest('openai')).rejects.toMatchObject({ kind });
    }
  });

  it('Gemini: classifies an error inside a 200 stream by its code', async () => {
    for (const [code, kind] of [
      [503, 'transient'],
      [400, 'permanent'],
    ] as const) {
      behavior = {
        kind: 'response',
        status: 200,
        body: `data: ${JSON.stringify({ error: { code, message: 'No.' } })}\n\n`,
      };
      await expect(sendRequest('gemini')).rejects.toMatchObject({ kind });
    }
  });

  it('Gemini: treats a candidate without content as an empty answer or a transient error depending on its finish reason', async () => {
    behavior = {
      kind: 'response',
      status: 200,
      body: { candidates: [{ finishReason: 'SAFETY', index: 0 }] },
    };
    await expect(sendRequest('gemini')).resolves.toMatchObject({ result: { text: '' } });
    behavior = {
      kind: 'response',
      status: 200,
      body: { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] },
    };
    await expect(sendRequest('gemini')).rejects.toMatchObject({ kind: 'transient' });
  });
});

/** Returns a local URL where no server listens. */
async function getClosedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${address.port}`;
}
