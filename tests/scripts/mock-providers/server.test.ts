import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRecording } from '#scripts/mock-providers/recordings';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

const files = ['a.json', 'b.sse.txt', 'c.ndjson.txt', 'error-401-x.json', 'blocked-y.json'];
const prompts = Array.from({ length: 300 }, (_, index) => `Question ${index}?`);

describe('recording selection', () => {
  it('does not depend on the order of the files', () => {
    for (const prompt of prompts) {
      const first = selectRecording('openai', prompt, 'US', files);
      expect(selectRecording('openai', prompt, 'US', files.toReversed())).toBe(first);
      expect(['a.json', 'b.sse.txt', 'c.ndjson.txt']).toContain(first);
    }
  });

  it('uses all recordings and differs by prompt, country and provider', () => {
    const selectAll = (provider: 'openai' | 'gemini', country: string) =>
      prompts.map((prompt) => selectRecording(provider, prompt, country, files));
    expect(new Set(selectAll('openai', 'US')).size).toBe(3);
    expect(selectAll('openai', 'DE')).not.toEqual(selectAll('openai', 'US'));
    expect(selectAll('gemini', 'US')).not.toEqual(selectAll('openai', 'US'));
  });

  it('selects no recording if there are only errors', () => {
    expect(selectRecording('openai', 'a', 'US', ['error-401-x.json'])).toBeUndefined();
  });
});

describe('mock provider server', () => {
  let mockServer: MockProviderServer;
  beforeAll(async () => {
    mockServer = await startMockProviders({
      folder: fixturesFolder,
      getBehavior: ({ prompt }) =>
        /\.(json|txt)$/.test(prompt) ? { kind: 'recording', file: prompt } : undefined,
    });
  });
  afterAll(() => mockServer.close());

  const post = (path: string, body: unknown) =>
    fetch(mockServer.url + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it.each([
    ['kayaks-utf16-offsets.json', 200, 'application/json', /^\{/],
    ['kayaks-stream.sse.txt', 200, 'text/event-stream', /^event: response\.created\ndata: \{/],
    ['error-quota-stream.ndjson.txt', 200, 'text/event-stream', /^data: \{.*\}\n\ndata: \{/],
    ['error-429-slow-down.json', 429, 'application/json', /rate_limit_exceeded/],
  ])('sends %s with status %i and content type %s', async (input, status, type, body) => {
    const response = await post('/v1/responses', { input });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toMatch(body);
  });

  it.each([
    [
      '/responses',
      { input: 'a', tools: [{ type: 'web_search', user_location: { country: 'JP' } }] },
      'openai',
      'JP',
    ],
    [
      '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      {
        contents: [{ parts: [{ text: 'a' }] }],
        systemInstruction: { parts: [{ text: 'The user is in Japan (JP).' }] },
      },
      'gemini',
      'JP',
    ],
    [
      '/v1/responses',
      {
        model: 'perplexity/sonar',
        input: 'a',
        tools: [{ type: 'web_search', user_location: { country: 'JP' } }],
      },
      'perplexity',
      'JP',
    ],
  ])('%s receives the prompt "a"', async (path, body, provider, country) => {
    const response = await post(path, body);
    expect(response.status).toBe(200);
    await response.text();
    expect(mockServer.calls.at(-1)).toMatchObject({ provider, prompt: 'a', country });
  });

  it.each([
    [
      true,
      'text/event-stream',
      /^event: response\.created\n[\s\S]*response\.reasoning\.search_results[\s\S]*response\.completed/,
    ],
    [false, 'application/json', /^\{/],
  ])('answers as Perplexity with stream %s', async (stream, type, body) => {
    for (const input of ['a', 'b', 'c']) {
      const response = await post('/v1/responses', { model: 'perplexity/sonar', input, stream });
      expect(response.headers.get('content-type')).toBe(type);
      const text = await response.text();
      expect(text).toMatch(body);
      expect(text).toContain('"search_results"');
    }
  });

  it('generates Perplexity’s answer if there are no recordings', async () => {
    const server = await startMockProviders({ folder: 'no-such-folder' });
    const response = await fetch(`${server.url}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({ model: 'perplexity/sonar', input: 'Which kayak folds?' }),
    });
    expect(await response.json()).toMatchObject({
      status: 'completed',
      output: [{ type: 'search_results' }, { content: [{ text: expect.stringMatching(/\.\[4\]\n/) }] }],
    });
    await server.close();
  });

  it('answers Perplexity’s retired endpoint with its error', async () => {
    const response = await post('/chat/completions', { messages: [{ role: 'user', content: 'a' }] });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: 'chat_completions_not_available' } });
  });

  it.each([
    ['/v1/other', {}, 404],
    ['/v1/responses', 'not json', 400],
    ['/v1/responses', { prompt: 'not input' }, 400],
  ])('%s with body %j returns status %i', async (path, body, status) => {
    expect((await post(path, body)).status).toBe(status);
  });
});
