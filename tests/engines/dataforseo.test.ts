import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { fixedClock } from '#lib/core/clock';
import { type DataForSeoEngine, dataForSeoProvider } from '#lib/engines/dataforseo/provider';
import { type RunningVendors, startVendors, type VendorBehaviour } from '#lib/vendors/server';
import { authoredFolder } from '../support/recordings.ts';

const clock = fixedClock(new Date('2026-05-04T10:00:00Z'));
const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'DE', include: {} };
const scraped = engines.filter(
  (engine) => !['social', 'answer', 'office'].includes(engine),
) as DataForSeoEngine[];
let behaviour: VendorBehaviour | undefined;
let vendors: RunningVendors;

beforeAll(async () => {
  vendors = await startVendors({ folder: authoredFolder, control: () => behaviour });
});
beforeEach(() => {
  behaviour = undefined;
});
afterAll(() => vendors.close());

function ask<E extends DataForSeoEngine>(
  engine: E,
  given: Partial<MonitorRequest> = {},
  signal = new AbortController().signal,
) {
  const access = { baseUrl: `${vendors.url}/v3/`, login: 'me', password: 'söcret' };
  return dataForSeoProvider(engine, access).ask({ ...request, ...given }, { signal, clock });
}

/** The task of the last call. */
function task(): unknown {
  const body = vendors.calls.at(-1)?.body;
  return Array.isArray(body) && body.length === 1 ? body[0] : undefined;
}

/** Answers with one result, or with a task that failed. */
function answers(result: unknown, status_code = 20_000): void {
  const said = { status_code, status_message: 'Said so.', cost: 0.002 };
  const body = {
    ...said,
    status_code: 20_000,
    tasks: [{ ...said, result: result === null ? null : [result] }],
  };
  behaviour = { kind: 'fail', status: 200, body };
}

describe('DataForSEO over HTTP', () => {
  it.each(scraped)('%s keeps the contract, whole and empty', async (engine) => {
    const { result, cost, raw } = await ask(engine);
    expect(resultSchemas[engine].parse(result)).toEqual(result);
    expect(cost).toEqual({ amount: 0.004, currency: 'USD' });
    expect(raw).toMatchObject([{ status_code: 20_000, tasks: [{ result: [{ keyword: request.prompt }] }] }]);
    for (const nothing of [null, {}, { items: null, markdown: null }]) {
      answers(nothing, nothing === null ? 40_102 : 20_000);
      const empty = await ask(engine);
      expect(resultSchemas[engine].parse(empty.result)).toEqual(empty.result);
      if ('text' in empty.result) expect(empty.result).toMatchObject({ text: '', sources: [] });
    }
  });

  it('signs in by login and password, and asks one task', async () => {
    await ask('searchai', { device: 'mobile' });
    expect(vendors.calls.at(-1)).toMatchObject({
      path: '/v3/serp/google/ai_mode/live/advanced',
      headers: { authorization: `Basic ${Buffer.from('me:söcret').toString('base64')}` },
    });
    expect(task()).toEqual({
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
  ])('%s with %j asks %s for %j', async (engine, given, path, expected) => {
    await ask(engine, given);
    expect(vendors.calls.at(-1)?.path).toBe(`/v3/${path}/live/advanced`);
    expect(task()).toMatchObject(expected);
  });

  it('does not load overviews nobody asked for', async () => {
    await ask('search');
    expect(task()).not.toHaveProperty('load_async_ai_overview');
  });

  it.each([
    ['GB', 2826, 'en'],
    ['CH', 2756, 'de'],
    ['NO', 2578, 'no'],
    ['TW', 2158, 'zh-TW'],
    ['CN', 2156, 'zh-CN'],
    ['IN', 2356, 'en'],
    ['GL', 2304, 'en'],
  ])('%s is place %i in %s', async (country, location_code, language_code) => {
    await ask('searchai', { country });
    expect(task()).toMatchObject({ location_code, language_code });
  });

  it('writes what the vendor would decode so that it comes out as it went in', async () => {
    const prompt = 'C++ or 100%25 sure? %41';
    await ask('chat', { prompt });
    expect(vendors.calls.at(-1)?.prompt).toBe(prompt);
  });

  it('says what it cannot honour', async () => {
    expect((await ask('search', { include: { html: true } })).note).toMatch(/without the page/);
    expect((await ask('search', { uule: 'a+bm90aGluZw==' })).note).toMatch(/uule cannot be read/);
    expect(task()).toMatchObject({ location_code: 2276 });
    expect(await ask('search')).not.toHaveProperty('note');
  });
});

const source = (n: number, more: object = {}) => ({
  url: `https://site${n}.example/page`,
  title: `Page ${n}`,
  domain: `site${n}.example`,
  ...more,
});

describe('ChatGPT as DataForSEO reads it', () => {
  it('takes every kind of mark out of the text, and nothing that is not one', async () => {
    answers({
      model: 'gpt-5',
      markdown: [
        'The **Fold** is light ([site1.example](https://site1.example/page?utm_source=chatgpt.com)).',
        'It is dry [[2]](https://site2.example/page), says [the survey][s] ([site3.example][3]; [site1.example][1]).',
        'Call `list[1]` or see [the maker](https://maker.example/).',
        '```\nx [[1]](https://site1.example/page)\n```',
        '[1]: https://site1.example/page "Page 1"\n[3]: https://site3.example/page\n[s]: https://site2.example/page',
      ].join('\n\n'),
      sources: [
        source(1, {
          url: 'https://site1.example/page?utm_source=chatgpt.com',
          snippet: 'Light.',
          publication_date: '2026-04-01',
        }),
        source(2),
      ],
      search_results: [source(3, { description: 'Found.' }), source(4)],
      fan_out_queries: ['light kayak', 'light kayak', '', 'dry kayak'],
      brand_entities: [{ title: 'Fold', category: 'product' }, { title: null }],
      items: [{ type: 'chat_gpt_text', brand_entities: [{ title: 'Fold', category: 'product' }] }],
    });
    const { result } = await ask('chat');
    expect(result.text).toBe(
      [
        'The Fold is light.',
        'It is dry, says the survey.',
        'Call list[1] or see the maker.',
        'x [[1]](https://site1.example/page)',
      ].join('\n\n'),
    );
    expect(result.markdown).toContain('[site3.example][3]');
    expect(result.citationPills?.map(({ position, citationPillId }) => [citationPillId, position])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 3],
      [5, 1],
    ]);
    expect(result.sources).toEqual([
      {
        position: 1,
        url: 'https://site1.example/page',
        label: 'Page 1',
        description: 'Light.',
        footnote: false,
        datePublished: '2026-04-01',
      },
      { position: 2, url: 'https://site2.example/page', label: 'Page 2', description: '', footnote: false },
      {
        position: 3,
        url: 'https://site3.example/page',
        label: 'Page 3',
        description: 'Found.',
        footnote: false,
      },
      { position: 4, url: 'https://site4.example/page', label: 'Page 4', description: '', footnote: true },
    ]);
    expect(result).toMatchObject({
      model: 'gpt-5',
      searchQueries: ['light kayak', 'dry kayak'],
      entities: [{ type: 'product', name: 'Fold' }],
    });
    expect(result).not.toHaveProperty('shoppingCards');
    expect(result).not.toHaveProperty('ads');
  });

  it('knows a mark named after its page from a name that the sentence needs', async () => {
    const url = 'https://www.forbes.example/list#:~:text=Fold';
    answers({
      markdown: `### **Fold[forbes.example](${url})**\n\nA boat. [Forbes](${url})\n\nSays [Forbes](${url}), too.`,
      sources: [{ url, title: 'The list', source_name: 'Forbes', domain: 'www.forbes.example' }],
    });
    for (const engine of ['chat', 'gen'] as const) {
      const { result } = await ask(engine);
      expect(result.text).toBe('Fold\n\nA boat.\n\nSays Forbes, too.');
      expect(result.citationPills).toHaveLength(3);
    }
  });

  it('has products with prices in words, and ads', async () => {
    const { result } = await ask('chat');
    expect(result.shoppingCards?.[0]?.products[0]).toMatchObject({
      price: expect.stringMatching(/^\$[\d,]+\.00$/),
      rating: 4.4,
      num_reviews: 52,
      offers: [],
    });
    expect(result.ads).toEqual([
      {
        brand: { name: 'Shop', url: 'https://shop.example/' },
        cards: [{ title: 'Fold it at home', body: 'Try for a week.', url: 'https://shop.example/ad' }],
      },
    ]);
  });

  it('is put together from its blocks where the whole is missing', async () => {
    const block = (text: string, n: number) => ({
      type: 'chat_gpt_text',
      markdown: text,
      sources: [source(n)],
    });
    answers({ items: [block('One.', 1), block('Two.', 2), block('Again.', 1)] });
    const { result } = await ask('chat');
    expect(result.text).toBe('One.\n\nTwo.\n\nAgain.');
    expect(result.citationPills?.map(({ position }) => position)).toEqual([1, 2, 1]);
  });
});

describe('Google as DataForSEO reads it', () => {
  it('has an overview once, though the vendor says it twice', async () => {
    const { result } = await ask('overview');
    const paragraphs = result.text.split('\n\n');
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
    expect(result.text).not.toMatch(/\[|https:/);
    expect(result.markdown).toContain('[[1]](https://');
    expect(result.sources.length).toBe(paragraphs.length);
    expect(result.videos).toMatchObject([{ link: 'https://watch.example/v/7', platform: 'Watch' }]);
    expect(result.ads).toMatchObject([{ position: 1, link: 'https://shop.example/fold' }]);
  });

  it('counts each mark of AI Mode as one pill, and gives a product only what is told of it', async () => {
    const { result } = await ask('searchai');
    expect(result.citationPills.map(({ position }) => position)).toEqual(
      result.sources.map(({ position }) => position),
    );
    expect(result.shopping_cards?.[0]).toMatchObject({
      price: { currency: 'USD' },
      old_price: { currency: 'USD' },
      reviews: '31',
    });
    answers({
      items: [
        {
          type: 'ai_overview',
          markdown: 'A boat.',
          references: [source(1), source(2)],
          items: [
            { type: 'ai_overview_element', text: 'A boat.', references: [source(2)] },
            { type: 'ai_overview_expanded_element', components: [{ references: [source(3)] }] },
            { type: 'ai_overview_shopping', items: [{ title: 'No price' }] },
          ],
        },
      ],
    });
    const blocks = await ask('searchai');
    expect(blocks.result).toMatchObject({
      text: 'A boat.',
      citationPills: [{ position: 2 }, { position: 3 }],
    });
    expect(blocks.result.sources).toHaveLength(3);
    expect(blocks.result.shopping_cards).toEqual([{ title: 'No price', snippet_links: [] }]);
  });

  it('takes an overview that could not be loaded as transient, and a page without one as an answer', async () => {
    const unloaded = { type: 'ai_overview', asynchronous_ai_overview: true, items: null, markdown: null };
    answers({ items: [unloaded] });
    await expect(ask('overview')).rejects.toMatchObject({ kind: 'transient' });
    expect((await ask('search', { include: { overview: {} } })).result).not.toHaveProperty('overview');
    answers({ items: [{ type: 'organic', url: 'https://a.example/' }] });
    await expect(ask('overview')).resolves.toMatchObject({ result: { text: '', sources: [] } });
  });

  it('numbers results through, and says on which page each stood', async () => {
    const { result } = await ask('search', { pages: 2, include: { overview: { markdown: true } } });
    expect(result.organicResults.map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    expect(result.organicResults.map(({ page }) => page)).toEqual([
      ...Array(10).fill(1),
      ...Array(10).fill(2),
    ]);
    expect(result.organicResults[0]).toMatchObject({ date: '2026-04-01', sitelinks: [{ title: 'Tests' }] });
    expect(result.relatedSearches[0]).toEqual({
      query: 'folding kayak for two',
      link: 'https://www.google.com/search?q=folding%20kayak%20for%20two',
    });
    expect(result.peopleAlsoAsk[0]).toMatchObject({ question: 'Do folding kayaks last?' });
    expect(result.overview?.text).toContain('weighs');
  });

  it('reads news of both kinds', async () => {
    const { result } = await ask('search/news');
    expect(result.newsResults).toHaveLength(10);
    expect(result.newsResults[0]).toMatchObject({ position: 1, date: '2 hours ago' });
    expect(result.newsResults[0]).not.toHaveProperty('snippet');
    expect(result.newsResults[1]).toMatchObject({ position: 2, date: '1 days ago', page: 1 });
    expect(result.newsResults[1]).not.toHaveProperty('thumbnail');
  });
});

describe('how DataForSEO fails', () => {
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
    [40_400, 'permanent'],
    [40_501, 'permanent'],
    [40_602, 'transient'],
    [50_000, 'transient'],
    [50_100, 'permanent'],
    [50_301, 'transient'],
    [50_401, 'transient'],
  ])('code %i is %s, of the task or of the whole', async (code, kind) => {
    answers(null, code);
    await expect(ask('chat')).rejects.toMatchObject({ kind });
    behaviour = {
      kind: 'fail',
      status: 200,
      body: { status_code: code, status_message: 'No.', tasks: null },
    };
    await expect(ask('chat')).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(`${code}, No.`),
    });
  });

  it.each([
    [401, { status_code: 40_100, status_message: 'You are not authorized.' }, 'permanent'],
    [402, '', 'quota'],
    [404, { status_code: 40_400 }, 'permanent'],
    [429, '<html>Slow down</html>', 'transient'],
    [500, { status_code: 50_000 }, 'transient'],
    [503, '', 'transient'],
  ])('status %i with %j is %s', async (status, body, kind) => {
    behaviour = { kind: 'fail', status, body };
    await expect(ask('search')).rejects.toMatchObject({ kind });
  });

  it.each<[string, VendorBehaviour]>([
    ['an empty body', { kind: 'fail', status: 200, body: '' }],
    ['a page', { kind: 'fail', status: 200, body: '<html>Please log in</html>' }],
    ['nothing in it', { kind: 'fail', status: 200, body: {} }],
    ['no task', { kind: 'fail', status: 200, body: { status_code: 20_000, tasks: [] } }],
    ['half a body', { kind: 'malformed' }],
    ['a connection that breaks', { kind: 'truncate', bytes: 200 }],
  ])('a 200 with %s is transient', async (_, given) => {
    behaviour = given;
    await expect(ask('searchai')).rejects.toMatchObject({ kind: 'transient' });
  });

  it('never says its password', async () => {
    behaviour = { kind: 'truncate', bytes: 10 };
    const failure = await ask('chat').catch((error: Error) => error);
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/söcret|bWU6/);
  });

  it('stops with the reason of the signal while it is silent', async () => {
    behaviour = { kind: 'hang' };
    const controller = new AbortController();
    const before = vendors.calls.length;
    const asked = ask('chat', {}, controller.signal);
    await expect.poll(() => vendors.calls.length).toBe(before + 1);
    controller.abort(new Error('the client is gone'));
    await expect(asked).rejects.toThrow('the client is gone');
  });
});
