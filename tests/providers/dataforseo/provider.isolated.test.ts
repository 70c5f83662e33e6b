import { describe, expect, it } from 'vitest';
import { engines } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { createDataForSeoProvider, type DataForSeoEngine } from '#lib/providers/dataforseo/provider';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { getLastTask, mockControl, mockServer, request, sendRequest, setTaskResult } from './mock-dataforseo';

const dataForSeoEngines = engines.filter(
  (engine) => !['social', 'answer', 'office'].includes(engine),
) as DataForSeoEngine[];

describe('DataForSEO over HTTP', () => {
  it.each(dataForSeoEngines)('%s: returns full and empty answers that match the contract', async (engine) => {
    const { result, cost, raw } = await sendRequest(engine);
    expect(resultSchemas[engine].parse(result)).toEqual(result);
    expect(cost).toEqual({ amount: 0.004, currency: 'USD' });
    expect(raw).toMatchObject([{ status_code: 20_000, tasks: [{ result: [{ keyword: request.prompt }] }] }]);
    for (const emptyResult of [null, {}, { items: null, markdown: null }]) {
      setTaskResult(emptyResult, emptyResult === null ? 40_102 : 20_000);
      const empty = await sendRequest(engine);
      expect(resultSchemas[engine].parse(empty.result)).toEqual(empty.result);
      if ('text' in empty.result) expect(empty.result).toMatchObject({ text: '', sources: [] });
    }
  });

  it('authenticates with login and password and sends one task', async () => {
    await sendRequest('searchai', { device: 'mobile' });
    expect(mockServer.calls.at(-1)).toMatchObject({
      path: '/v3/serp/google/ai_mode/live/advanced',
      headers: { authorization: `Basic ${Buffer.from('me:söcret').toString('base64')}` },
    });
    expect(getLastTask()).toEqual({
      keyword: 'Which kayak folds?',
      location_code: 2276,
      language_code: 'de',
      device: 'mobile',
    });
  });

  it.each<[DataForSeoEngine, Partial<MonitorRequest>, string, object]>([
    ['chat', {}, 'ai_optimization/chat_gpt/llm_scraper', { force_web_search: true, location_code: 2276 }],
    [
      'chat',
      { country: 'US', state: 'TX' },
      'ai_optimization/chat_gpt/llm_scraper',
      { location_name: 'Texas,United States' },
    ],
    [
      'gen',
      { country: 'JP' },
      'ai_optimization/gemini/llm_scraper',
      { location_code: 2392, language_code: 'ja' },
    ],
    ['overview', {}, 'serp/google/organic', { depth: 10, device: 'desktop', load_async_ai_overview: true }],
    ['search', { pages: 3 }, 'serp/google/organic', { depth: 30 }],
    ['search', { include: { overview: {} } }, 'serp/google/organic', { load_async_ai_overview: true }],
    [
      'search',
      { location: 'Austin, Texas, United States', country: 'US' },
      'serp/google/organic',
      { location_name: 'Austin,Texas,United States' },
    ],
    [
      'overview',
      { uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM=' },
      'serp/google/organic',
      { location_name: 'Austin,Texas,United States' },
    ],
    ['search/news', { pages: 2, country: 'BR' }, 'serp/google/news', { depth: 20, language_code: 'pt' }],
  ])('%s with %j requests %s with %j', async (engine, fields, path, expected) => {
    await sendRequest(engine, fields);
    expect(mockServer.calls.at(-1)?.path).toBe(`/v3/${path}/live/advanced`);
    expect(getLastTask()).toMatchObject(expected);
  });

  it('does not load overviews that were not requested', async () => {
    await sendRequest('search');
    expect(getLastTask()).not.toHaveProperty('load_async_ai_overview');
  });

  it.each([
    ['GB', 2826, 'en'],
    ['CH', 2756, 'de'],
    ['NO', 2578, 'no'],
    ['TW', 2158, 'zh-TW'],
    ['CN', 2156, 'zh-CN'],
    ['IN', 2356, 'en'],
    ['GL', 2304, 'en'],
  ])('%s has location code %i and language %s', async (country, location_code, language_code) => {
    await sendRequest('searchai', { country });
    expect(getLastTask()).toMatchObject({ location_code, language_code });
  });

  it('encodes characters that DataForSEO decodes', async () => {
    const prompt = 'C++ or 100%25 sure? %41';
    await sendRequest('chat', { prompt });
    expect(mockServer.calls.at(-1)?.prompt).toBe(prompt);
  });

  it('notes which parts of the request were ignored', async () => {
    expect((await sendRequest('search', { include: { html: true } })).note).toMatch(/returns no HTML page/);
    expect(getLastTask()).toMatchObject({ location_code: 2276 });
    expect(await sendRequest('search')).not.toHaveProperty('note');
  });
});

it('does not support a uule that it cannot read', () => {
  const provider = createDataForSeoProvider('search', { login: 'login', password: 'password', baseUrl: '' });
  const list = (uule?: string) =>
    provider.listUnsupportedValues?.({ prompt: 'x', country: 'DE', include: {}, ...(uule && { uule }) });
  expect(list('a+bm90aGluZw==')).toEqual(['uule']);
  expect(list('w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM=')).toEqual([]);
  expect(list()).toEqual([]);
});

describe('DataForSEO errors', () => {
  it.each([
    [40_000, 'permanent'],
    [40_100, 'permanent'],
    [40_101, 'transient'],
    [40_103, 'transient'],
    [40_104, 'permanent'],
    [40_200, 'quota'],
    [40_202, 'transient'],
    [40_203, 'quota'],
    [40_209, 'transient'],
    [40_210, 'quota'],
    [40_400, 'retired'],
    [40_501, 'permanent'],
    [40_602, 'transient'],
    [50_000, 'transient'],
    [50_100, 'retired'],
    [50_301, 'transient'],
    [50_401, 'transient'],
  ])('classifies code %i in the task or the whole response as %s', async (code, kind) => {
    setTaskResult(null, code);
    await expect(sendRequest('chat')).rejects.toMatchObject({ kind });
    mockControl.behavior = {
      kind: 'response',
      status: 200,
      body: { status_code: code, status_message: 'No.', tasks: null },
    };
    await expect(sendRequest('chat')).rejects.toMatchObject({
      kind,
      message:
        kind === 'retired'
          ? 'DataForSEO retired this endpoint; update Answerscope.'
          : expect.stringContaining(`${code}, No.`),
    });
  });

  it.each([
    [401, { status_code: 40_100, status_message: 'You are not authorized.' }, 'permanent'],
    [402, '', 'quota'],
    [404, { status_code: 40_400 }, 'retired'],
    [429, '<html>Slow down</html>', 'transient'],
    [500, { status_code: 50_000 }, 'transient'],
    [503, '', 'transient'],
  ])('classifies status %i with %j as %s', async (status, body, kind) => {
    mockControl.behavior = { kind: 'response', status, body };
    await expect(sendRequest('search')).rejects.toMatchObject({ kind });
  });

  it.each<[string, MockBehavior]>([
    ['an empty body', { kind: 'response', status: 200, body: '' }],
    ['an HTML page', { kind: 'response', status: 200, body: '<html>Please log in</html>' }],
    ['an empty object', { kind: 'response', status: 200, body: {} }],
    ['no task', { kind: 'response', status: 200, body: { status_code: 20_000, tasks: [] } }],
    ['truncated JSON', { kind: 'malformed' }],
    ['a broken connection', { kind: 'truncate', bytes: 200 }],
  ])('treats a 200 response with %s as transient', async (_, behavior) => {
    mockControl.behavior = behavior;
    await expect(sendRequest('searchai')).rejects.toMatchObject({ kind: 'transient' });
  });

  it('never reveals the password', async () => {
    mockControl.behavior = { kind: 'truncate', bytes: 10 };
    const failure = await sendRequest('chat').catch((error: Error) => error);
    // "bWU6" is how the Base64 form of "me:söcret" starts.
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/söcret|bWU6/);
  });

  it('rejects with the signal’s reason when aborted while the provider does not respond', async () => {
    mockControl.behavior = { kind: 'hang' };
    const controller = new AbortController();
    const before = mockServer.calls.length;
    const pending = sendRequest('chat', {}, controller.signal);
    await expect.poll(() => mockServer.calls.length).toBe(before + 1);
    controller.abort(new Error('client disconnected'));
    await expect(pending).rejects.toThrow('client disconnected');
  });
});
