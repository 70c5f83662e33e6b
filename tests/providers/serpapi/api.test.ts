import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { describeError } from '#lib/core/errors';
import { createFixedClock } from '#lib/core/time';
import { createSerpApiProvider } from '#lib/providers/serpapi/provider';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

const apiKey = 'secret-key-0123456789abcdef+/';
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'US', include: {} };
let behavior: MockBehavior = { kind: 'recording' };
let mockServer: MockProviderServer;
beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
});
afterAll(() => mockServer.close());

const sendRequest = (signal = new AbortController().signal, baseUrl = mockServer.url): Promise<unknown> =>
  createSerpApiProvider('search', { apiKey, baseUrl }).query(request, { signal, clock });

describe('SerpApi errors', () => {
  it.each([
    [400, 'Missing query `q` parameter.', 'permanent', undefined],
    [400, 'Unsupported `Atlantis` location - location parameter.', 'permanent', undefined],
    [
      401,
      'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key',
      'permanent',
      undefined,
    ],
    [403, 'The account has been deleted.', 'permanent', undefined],
    [402, 'Payment required.', 'quota', undefined],
    [408, 'Timeout.', 'transient', undefined],
    [429, 'Your account has run out of searches.', 'quota', undefined],
    [429, 'You are exceeding your hourly throughput limit.', 'transient', 60_000],
    [429, 'Too many requests.', 'transient', undefined],
    [400, 'Invalid or expired page_token.', 'transient', undefined],
    [500, 'Something went wrong.', 'transient', undefined],
    [503, 'Your account has run out of searches.', 'transient', undefined],
    [301, '', 'retired', undefined],
  ])('classifies %i "%s" as %s', async (status, error, kind, retryAfterMs) => {
    behavior = { kind: 'response', status, body: { error }, headers: { location: 'http://127.0.0.1:9/' } };
    await expect(sendRequest()).rejects.toMatchObject({ name: 'ProviderError', kind, retryAfterMs });
  });

  it.each([
    ['Invalid API key.', 'permanent'],
    ['Your account has run out of searches.', 'quota'],
    ["We couldn't get valid results for this search. Please try again later.", 'transient'],
    ['The `page_token` has expired.', 'transient'],
    ['An unknown error.', 'transient'],
  ])('classifies a 200 with the error "%s" as %s', async (error, kind) => {
    for (const status of ['Error', 'Success', undefined]) {
      behavior = { kind: 'response', status: 200, body: { search_metadata: { status }, error } };
      await expect(sendRequest()).rejects.toMatchObject({ kind });
    }
  });

  it('reads results even if the response also contains an error', async () => {
    const organic_results = [{ position: 1, title: 'Loom', link: 'https://loom.example/' }];
    const error = 'Related questions could not be loaded.';
    behavior = {
      kind: 'response',
      status: 200,
      body: { search_metadata: { status: 'Success' }, organic_results, error },
    };
    await expect(sendRequest()).resolves.toMatchObject({ result: { organicResults: [{ title: 'Loom' }] } });
  });

  it.each(['Processing', 'Queued', 'Error'])(
    'treats a search with status %s as transient',
    async (status) => {
      behavior = {
        kind: 'response',
        status: 200,
        body: { search_metadata: { status }, organic_results: [] },
      };
      await expect(sendRequest()).rejects.toMatchObject({ kind: 'transient' });
    },
  );

  it('uses the retry delay in the headers', async () => {
    behavior = {
      kind: 'response',
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: 'throughput' },
    };
    await expect(sendRequest()).rejects.toMatchObject({ kind: 'transient', retryAfterMs: 7000 });
  });

  it.each<[string, MockBehavior]>([
    ['an empty body', { kind: 'response', status: 200, body: '' }],
    ['an HTML page', { kind: 'response', status: 200, body: '<html>Please log in</html>' }],
    ['an empty object', { kind: 'response', status: 200, body: {} }],
    ['an array', { kind: 'response', status: 200, body: [] }],
    ['a field of the wrong type', { kind: 'response', status: 200, body: { organic_results: 7 } }],
    ['unclosed brackets', { kind: 'response', status: 200, body: '['.repeat(100_000) }],
    ['truncated JSON', { kind: 'malformed' }],
    ['a broken connection', { kind: 'truncate', bytes: 200 }],
    ['a slow connection that breaks', { kind: 'drip', bytes: 100, everyMs: 1, maxBytes: 500 }],
    ['no response', { kind: 'hang', ms: 10 }],
  ])('treats %s as transient', async (_, failure) => {
    behavior = failure;
    await expect(sendRequest()).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
  });

  it('waits for a slow response', async () => {
    behavior = { kind: 'drip', bytes: 2000, everyMs: 1 };
    await expect(sendRequest()).resolves.toMatchObject({
      result: { ads: [{ position: 1 }, { position: 2 }] },
    });
  });

  it('rejects with the signal’s reason when aborted while the provider does not respond', async () => {
    behavior = { kind: 'hang' };
    const controller = new AbortController();
    const before = mockServer.calls.length;
    const pending = sendRequest(controller.signal);
    await expect.poll(() => mockServer.calls.length).toBe(before + 1);
    controller.abort(new Error('client disconnected'));
    await expect(pending).rejects.toThrow('client disconnected');
  });
});

describe('API key', () => {
  const echo = `Invalid API key: ${apiKey} (${encodeURIComponent(apiKey)})`;
  it.each<[string, MockBehavior]>([
    ['a 401 that repeats it', { kind: 'response', status: 401, body: { error: echo } }],
    ['a 200 with an error that repeats it', { kind: 'response', status: 200, body: { error: echo } }],
    ['a redirect', { kind: 'response', status: 302, headers: { location: `/search.json?api_key=x` } }],
    ['a broken connection', { kind: 'truncate', bytes: 20 }],
    ['a connection closed without a response', { kind: 'hang', ms: 1 }],
    ['truncated JSON', { kind: 'malformed' }],
  ])('is not in the error caused by %s', async (_, mockBehavior) => {
    behavior = mockBehavior;
    const failure = await sendRequest().then(
      () => new Error('The request succeeded.'),
      (error: Error) => error,
    );
    expect(failure.name).toBe('ProviderError');
    expectNoKey(failure);
  });

  it.each(['http://127.0.0.1:1', 'http://no-such-host.invalid'])(
    'is not in the error caused by the unreachable host %s',
    async (baseUrl) => {
      const failure = await sendRequest(undefined, baseUrl).catch((error: unknown) => error);
      expectNoKey(failure);
    },
  );

  it('is replaced in a response that repeats it', async () => {
    const link = `https://kayaks.example/?api_key=${apiKey}`;
    behavior = {
      kind: 'response',
      status: 200,
      body: { search_metadata: { status: 'Success' }, organic_results: [{ title: 'A', link }] },
    };
    expect(JSON.stringify(await sendRequest())).toContain('https://kayaks.example/?api_key=[key]');
  });

  function expectNoKey(failure: unknown): void {
    const errors = [failure];
    for (let error = failure; error instanceof Error; error = error.cause) errors.push(error.cause);
    const text = errors
      .map(
        (error) =>
          `${describeError(error)} ${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`,
      )
      .join(' ');
    expect(text).not.toContain('0123456789');
    // The prompt is part of the URL that contains the key.
    expect(text).not.toContain('Which');
  }
});
