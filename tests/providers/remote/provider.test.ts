import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { createFixedClock } from '#lib/core/time';
import { createRemoteProvider } from '#lib/providers/remote/provider';
import { startWebhookEndpoint, type WebhookEndpoint } from '#tests/support/webhook-endpoint';

const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'DE', include: {} };
const source = { position: 1, url: 'https://a.example/', label: 'A', description: '' };
const genResult = { text: 'A boat.', sources: [source], citationPills: [] };

let reply: (response: ServerResponse, path: string) => void;
let remote: WebhookEndpoint;
beforeAll(async () => {
  remote = await startWebhookEndpoint(({ path }, response) => reply(response, path));
});
beforeEach(() => {
  remote.received.length = 0;
});
afterAll(() => remote.stop());

function setReply(status: number, body: unknown, headers: Record<string, string> = {}): void {
  reply = (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

const createContext = (signal = new AbortController().signal) => ({ signal, clock });
const sendRequest = (fields: Partial<MonitorRequest> = {}) =>
  createRemoteProvider('gen', { baseUrl: remote.url, apiKey: 'remote key' }).query(
    { ...request, ...fields },
    createContext(),
  );
const createErrorBody = (code: string, details?: object) => ({
  success: false,
  error: { code, message: 'No.', ...(details && { details }), timestamp: '2026-05-04T10:00:00Z' },
});

describe('requests to another instance', () => {
  it('sends the request in the format of the API, with its flags unchanged', async () => {
    setReply(200, { success: true, result: genResult });
    await sendRequest({
      state: 'CA',
      country: 'US',
      language: 'es-419',
      include: { markdown: true, rawResponse: true },
    });
    expect(remote.received[0]).toMatchObject({
      path: '/v1/monitor/gen',
      headers: { authorization: 'Bearer remote key', 'content-type': 'application/json' },
    });
    expect(JSON.parse(remote.received[0]?.body ?? '')).toEqual({
      prompt: 'Which kayak folds?',
      country: 'US',
      hl: 'es-419',
      state: 'CA',
      include: { markdown: true, rawResponse: true },
    });
  });

  it('keeps `meta` of the other instance’s result, unless its provider is not a name', async () => {
    for (const [meta, expected] of [
      [
        { provider: 'serpapi', access: 'page' },
        { provider: 'serpapi', access: 'page' },
      ],
      [{ provider: 'sandbox', access: 'unknown' }, { provider: 'sandbox' }],
      [{ provider: '<b>', access: 'api' }, undefined],
      [{ provider: 7 }, undefined],
      ['sandbox', undefined],
      [undefined, undefined],
    ]) {
      setReply(200, { success: true, result: { ...genResult, meta } });
      expect((await sendRequest()).result.meta).toEqual(expected);
    }
  });

  it('sends the prompt as `query` to search engines', async () => {
    setReply(200, {
      result: { organicResults: [], peopleAlsoAsk: [], relatedSearches: [], ads: [] },
    });
    const provider = createRemoteProvider('search', { baseUrl: `${remote.url}/v1/`, apiKey: 'k' });
    await provider.query(
      { ...request, uule: 'w+CAIQICI', device: 'mobile', pages: 3, include: { overview: {} } },
      createContext(),
    );
    expect(remote.received[0]?.path).toBe('/v1/monitor/search');
    expect(JSON.parse(remote.received[0]?.body ?? '')).toEqual({
      query: 'Which kayak folds?',
      country: 'DE',
      uule: 'w+CAIQICI',
      device: 'mobile',
      pages: 3,
      include: { overview: {} },
    });
  });
});

describe('responses of another instance', () => {
  it('drops unknown fields and invalid parts but keeps the text', async () => {
    setReply(200, {
      success: true,
      result: {
        ...genResult,
        sources: [source, { url: 7 }],
        citationPills: null,
        markdown: 5,
        unknown: true,
      },
    });
    const { result } = await sendRequest();
    const { citationPills: _, ...reported } = genResult;
    expect(result).toEqual(reported);
  });

  it('drops invalid numbers but keeps their entries, except an entry without a title', async () => {
    const card = { title: 'Loom', price: { value: 9, currency: 'EUR' }, rating: 4.5, snippet_links: [] };
    setReply(200, {
      result: {
        ...genResult,
        sources: [source, { ...source, position: 2, description: undefined }],
        shopping_cards: [
          { ...card, rating: 'good', thumbnail: null },
          { ...card, price: { value: 'nine' }, store: '' },
          { price: card.price, rating: 'none' },
          { ...card, rating: null, snippet_links: undefined },
        ],
        places: null,
        videos: [],
      },
    });
    const provider = createRemoteProvider('searchai', { baseUrl: remote.url, apiKey: 'k' });
    expect((await provider.query(request, createContext())).result).toEqual({
      ...genResult,
      sources: [source, { position: 2, url: source.url, label: source.label }],
      shopping_cards: [
        { title: 'Loom', price: card.price, snippet_links: [] },
        { title: 'Loom', rating: 4.5, store: '', snippet_links: [] },
        { title: 'Loom', price: card.price },
      ],
      videos: [],
    });
  });

  it('keeps the note of an answer', async () => {
    setReply(200, { result: { ...genResult, note: 'The engine stopped early: length.' } });
    expect((await sendRequest()).result).toEqual({ ...genResult, note: 'The engine stopped early: length.' });
  });

  it('keeps the raw events unchanged', async () => {
    const events = [{ type: 'delta', text: 'A' }, 'odd', null];
    setReply(200, { result: { ...genResult, rawResponse: events } });
    expect(await sendRequest({ include: { rawResponse: true } })).toEqual({ result: genResult, raw: events });
  });

  it('accepts inline HTML, and fetches pages at the service’s own URLs', async () => {
    reply = (response, path) => {
      if (path === '/page') response.end('<p>stored</p>');
      else
        response.end(
          JSON.stringify({ result: { ...genResult, html: ['<p>inline</p>', `${remote.url}/page`] } }),
        );
    };
    expect((await sendRequest({ include: { html: true } })).html).toEqual(['<p>inline</p>', '<p>stored</p>']);
    expect(await sendRequest()).not.toHaveProperty('html');
  });

  it('never fetches pages from other non-public hosts, and says in the note that they are missing', async () => {
    const privateServer = await startWebhookEndpoint();
    setReply(200, { result: { ...genResult, html: `${privateServer.url}/secret` } });
    const answer = await sendRequest({ include: { html: true } });
    await privateServer.stop();
    expect(answer).toMatchObject({
      result: genResult,
      note: expect.stringContaining('could not be fetched'),
    });
    expect(answer).not.toHaveProperty('html');
    expect(privateServer.received).toEqual([]);
  });

  it.each([
    ['an empty body', ''],
    ['an HTML page', '<html>Please log in</html>'],
    ['a truncated body', '{"success":true,"result":{"text":"A bo'],
    ['no result', '{"success":true}'],
    ['a result without text', JSON.stringify({ result: { ...genResult, text: undefined } })],
  ])('treats a 200 response with %s as transient', async (_, body) => {
    setReply(200, body);
    await expect(sendRequest()).rejects.toMatchObject({ kind: 'transient' });
  });
});

describe('errors of another instance', () => {
  it.each<[number, unknown, string, number | undefined]>([
    [400, createErrorBody('VALIDATION_ERROR'), 'permanent', undefined],
    [401, { success: false, error: 'Unauthorized' }, 'permanent', undefined],
    [403, createErrorBody('INSUFFICIENT_CREDITS', { required: 5, available: 0 }), 'quota', undefined],
    [403, createErrorBody('INSUFFICIENT_PERMISSIONS'), 'permanent', undefined],
    [404, createErrorBody('RESOURCE_NOT_FOUND'), 'retired', undefined],
    [429, createErrorBody('RATE_LIMIT_EXCEEDED', { limit: 500, window: '1s' }), 'transient', 1000],
    [429, createErrorBody('CONCURRENT_LIMIT_EXCEEDED', { limit: 10 }), 'transient', undefined],
    [499, createErrorBody('REQUEST_CANCELED'), 'transient', undefined],
    [500, { success: false, error: 'Retries exhausted' }, 'transient', undefined],
    [
      502,
      createErrorBody('EXTERNAL_SERVICE_ERROR', { service: 'gen', attempts: 10 }),
      'permanent',
      undefined,
    ],
    [502, createErrorBody('EXTERNAL_SERVICE_ERROR', { service: 'gen' }), 'transient', undefined],
    [502, '<html>Bad gateway</html>', 'transient', undefined],
    [503, createErrorBody('SERVICE_UNAVAILABLE'), 'transient', undefined],
  ])('classifies %i %j as %s', async (status, body, kind, retryAfterMs) => {
    setReply(status, body);
    await expect(sendRequest()).rejects.toMatchObject({ name: 'ProviderError', kind, retryAfterMs });
  });

  it('rejects with the signal’s reason when aborted while the provider does not respond', async () => {
    reply = () => {};
    const controller = new AbortController();
    const provider = createRemoteProvider('gen', { baseUrl: remote.url, apiKey: 'k' });
    const pending = provider.query(request, createContext(controller.signal));
    await expect.poll(() => remote.received.length).toBe(1);
    controller.abort(new Error('client disconnected'));
    await expect(pending).rejects.toThrow('client disconnected');
  });
});
