import { describe, expect, it } from 'vitest';
import { sendRequest, setTaskResult } from './mock-dataforseo';

const createSource = (number: number, fields: object = {}) => ({
  url: `https://site${number}.example/page`,
  title: `Page ${number}`,
  domain: `site${number}.example`,
  ...fields,
});

describe('DataForSEO’s ChatGPT results', () => {
  it('removes every kind of citation marker and nothing else, and counts every link', async () => {
    setTaskResult({
      model: 'gpt-5',
      markdown: [
        'The **Fold** is light ([site1.example](https://site1.example/page?utm_source=chatgpt.com)).',
        'It is dry [[2]](https://site2.example/page), says [the survey][s] ([site3.example][3]; [site1.example][1]).',
        'Call `list[1]` or see [the maker](https://maker.example/).',
        '```\nx [[1]](https://site1.example/page)\n```',
        '[1]: https://site1.example/page "Page 1"\n[3]: https://site3.example/page\n[s]: https://site2.example/page',
      ].join('\n\n'),
      sources: [
        createSource(1, {
          url: 'https://site1.example/page?utm_source=chatgpt.com',
          snippet: 'Light.',
          publication_date: '2026-04-01',
        }),
        createSource(2),
      ],
      search_results: [createSource(3, { description: 'Found.' }), createSource(4)],
      fan_out_queries: ['light kayak', 'light kayak', '', 'dry kayak'],
      brand_entities: [{ title: 'Fold', category: 'product' }, { title: null }],
      items: [{ type: 'chat_gpt_text', brand_entities: [{ title: 'Fold', category: 'product' }] }],
    });
    const { result } = await sendRequest('chat');
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
      [6, 4],
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
      { position: 2, url: 'https://site2.example/page', label: 'Page 2', footnote: false },
      {
        position: 3,
        url: 'https://site3.example/page',
        label: 'Page 3',
        description: 'Found.',
        footnote: false,
      },
      { position: 4, url: 'https://maker.example/', label: 'the maker', footnote: false },
      { position: 5, url: 'https://site4.example/page', label: 'Page 4', footnote: true },
    ]);
    expect(result).toMatchObject({
      model: 'gpt-5',
      searchQueries: ['light kayak', 'dry kayak'],
      entities: [{ type: 'product', name: 'Fold' }],
    });
    expect(result).not.toHaveProperty('shoppingCards');
    expect(result).not.toHaveProperty('ads');
  });

  it('distinguishes a marker with the site’s name from a name in a sentence', async () => {
    const url = 'https://www.forbes.example/list#:~:text=Fold';
    setTaskResult({
      markdown: `### **Fold[forbes.example](${url})**\n\nA boat. [Forbes](${url})\n\nSays [Forbes](${url}), too.`,
      sources: [{ url, title: 'The list', source_name: 'Forbes', domain: 'www.forbes.example' }],
    });
    for (const engine of ['chat', 'gen'] as const) {
      const { result } = await sendRequest(engine);
      expect(result.text).toBe('Fold\n\nA boat.\n\nSays Forbes, too.');
      expect(result.citationPills).toHaveLength(3);
    }
  });

  it('reads products with formatted prices, and ads', async () => {
    const { result } = await sendRequest('chat');
    expect(result.shoppingCards?.[0]?.products[0]).toMatchObject({
      price: expect.stringMatching(/^\$[\d,]+\.00$/),
      rating: 4.4,
      num_reviews: 52,
    });
    expect(result.ads).toEqual([
      {
        brand: { name: 'Shop', url: 'https://shop.example/' },
        cards: [{ title: 'Fold it at home', body: 'Try for a week.', url: 'https://shop.example/ad' }],
      },
    ]);
  });

  it('joins the blocks if the top-level `markdown` is missing', async () => {
    const createBlock = (text: string, number: number) => ({
      type: 'chat_gpt_text',
      markdown: text,
      sources: [createSource(number)],
    });
    setTaskResult({ items: [createBlock('One.', 1), createBlock('Two.', 2), createBlock('Again.', 1)] });
    const { result } = await sendRequest('chat');
    expect(result.text).toBe('One.\n\nTwo.\n\nAgain.');
    expect(result.citationPills?.map(({ position }) => position)).toEqual([1, 2, 1]);
  });
});

describe('DataForSEO’s Google results', () => {
  it('reads a repeated overview once', async () => {
    const { result } = await sendRequest('overview');
    const paragraphs = result.text.split('\n\n');
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
    expect(result.text).not.toMatch(/\[|https:/);
    expect(result.markdown).toContain('[[1]](https://');
    expect(result.sources.length).toBe(paragraphs.length);
    expect(result.videos).toMatchObject([{ link: 'https://watch.example/v/7', platform: 'Watch' }]);
    expect(result.ads).toMatchObject([{ position: 1, link: 'https://shop.example/fold' }]);
  });

  it('creates citationPills from the markers in the text of AI Mode or, if it has none, from the pages of its blocks; omits missing product fields', async () => {
    const { result } = await sendRequest('searchai');
    expect(result.citationPills?.map(({ position }) => position)).toEqual(
      result.sources.map(({ position }) => position),
    );
    expect(result.shopping_cards?.[0]).toMatchObject({
      price: { currency: 'USD' },
      old_price: { currency: 'USD' },
      reviews: '31',
    });
    setTaskResult({
      items: [
        {
          type: 'ai_overview',
          markdown: 'A boat.',
          references: [createSource(1), createSource(2)],
          items: [
            { type: 'ai_overview_element', text: 'A boat.', references: [createSource(2)] },
            { type: 'ai_overview_expanded_element', components: [{ references: [createSource(3)] }] },
            { type: 'ai_overview_shopping', items: [{ title: 'No price' }] },
          ],
        },
      ],
    });
    const withBlocks = await sendRequest('searchai');
    expect(withBlocks.result).toMatchObject({
      text: 'A boat.',
      citationPills: [{ position: 2 }, { position: 3 }],
    });
    expect(withBlocks.result.sources).toHaveLength(3);
    expect(withBlocks.result.shopping_cards).toEqual([{ title: 'No price' }]);
  });

  it('treats an overview that is not loaded yet as transient, and a page without an overview as an answer', async () => {
    const unloaded = { type: 'ai_overview', asynchronous_ai_overview: true, items: null, markdown: null };
    setTaskResult({ items: [unloaded] });
    await expect(sendRequest('overview')).rejects.toMatchObject({ kind: 'transient' });
    expect((await sendRequest('search', { include: { overview: {} } })).result).not.toHaveProperty(
      'overview',
    );
    setTaskResult({ items: [{ type: 'organic', url: 'https://a.example/' }] });
    await expect(sendRequest('overview')).resolves.toMatchObject({ result: { text: '', sources: [] } });
  });

  it('numbers results continuously across pages and reports the page of each', async () => {
    const { result } = await sendRequest('search', { pages: 2, include: { overview: { markdown: true } } });
    expect(result.organicResults.map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    expect(result.organicResults.map(({ page }) => page)).toEqual([
      ...Array(10).fill(1),
      ...Array(10).fill(2),
    ]);
    expect(result.organicResults[0]).toMatchObject({ date: '2026-04-01', sitelinks: [{ title: 'Tests' }] });
    expect(result.relatedSearches?.[0]).toEqual({
      query: 'folding kayak for two',
      link: 'https://www.google.com/search?q=folding%20kayak%20for%20two',
    });
    expect(result.peopleAlsoAsk?.[0]).toMatchObject({ question: 'Do folding kayaks last?' });
    expect(result.overview?.text).toContain('weighs');
  });

  it('reads single articles and top stories', async () => {
    const { result } = await sendRequest('search/news');
    expect(result.newsResults).toHaveLength(10);
    expect(result.newsResults[0]).toMatchObject({ position: 1, date: '2 hours ago' });
    expect(result.newsResults[0]).not.toHaveProperty('snippet');
    expect(result.newsResults[1]).toMatchObject({ position: 2, date: '1 days ago', page: 1 });
    expect(result.newsResults[1]).not.toHaveProperty('thumbnail');
  });
});
