import { afterAll, describe, expect, test } from 'vitest';
import { engineSpecs } from '#lib/contract/engines';
import { documentedResults } from '#tests/http/documented/fields';
import { findDifferences, listArrayPaths } from '#tests/http/documented/shape';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant({ credits: 1_000_000 });

const prompts = {
  knowledge: 'What is the capital of France?',
  shopping: 'What are the best trail shoes?',
  brand: 'Is Bergflunker good for trail running?',
  travel: 'best hotels in Paris',
  place: 'restaurants near me',
  video: 'How to clean an espresso machine',
  news: 'Latest news on e-bikes',
} as const;
const engines = Object.keys(documentedResults) as (keyof typeof documentedResults)[];

async function getResult(engine: keyof typeof documentedResults, prompt: string, options: object = {}) {
  const { promptField } = engineSpecs[engine];
  const body = { [promptField]: prompt, country: 'US', ...options };
  const { status, body: response } = await organization.send('POST', `/v1/monitor/${engine}`, body);
  expect([status, Object.keys(response).sort(), response.success]).toEqual([
    200,
    ['result', 'success'],
    true,
  ]);
  return response.result;
}

function includeEverything(engine: keyof typeof documentedResults) {
  const flags = Object.fromEntries(engineSpecs[engine].includeFlags.map((flag) => [flag, true]));
  return { include: { ...flags, ...(engine === 'search' ? { overview: { markdown: true } } : {}) } };
}

describe('every result has all documented fields with their types, and no undocumented null', () => {
  test.each(engines)('%s', async (engine) => {
    const shape = documentedResults[engine];
    const seenArrays = new Set<string>();
    for (const prompt of Object.values(prompts)) {
      for (const options of [includeEverything(engine), {}]) {
        const result = await getResult(engine, prompt, options);
        expect([prompt, findDifferences(result, shape, seenArrays)]).toEqual([prompt, []]);
      }
    }
    // Every array had an entry in at least one result, so the fields of its entries were checked.
    expect(listArrayPaths(shape).filter((path) => !seenArrays.has(path))).toEqual([]);
  });
});

describe('conditional fields are absent unless their condition is met', () => {
  const fieldsWithFlag = [
    ['chat', 'shopping', 'searchQueries', 'searchQueries'],
    ['chat', 'shopping', 'ads', 'ads'],
    ['chat', 'shopping', 'shoppingCards', 'shopping'],
    ['chat', 'shopping', 'inlineProducts', 'shopping'],
  ] as const;
  test.each(fieldsWithFlag)(
    '%s, %s prompt: %s needs its include flag',
    async (engine, intent, field, flag) => {
      const withFlag = await getResult(engine, prompts[intent], { include: { [flag]: true } });
      expect(withFlag[field].length).toBeGreaterThan(0);
      const withoutFlag = await getResult(engine, prompts[intent], { include: { [flag]: false } });
      expect(withoutFlag).not.toHaveProperty(field);
    },
  );

  test.each(engines)('%s: each include flag adds only its own fields', async (engine) => {
    const { includeFlags } = engineSpecs[engine];
    const fields = Object.keys(await getResult(engine, prompts.shopping));
    for (const flag of includeFlags) {
      const result = await getResult(engine, prompts.shopping, { include: { [flag]: true } });
      const added = Object.keys(result).filter((name) => !fields.includes(name));
      expect(added).toEqual(flag === 'shopping' ? ['shoppingCards', 'inlineProducts'] : [flag]);
    }
  });

  const byIntent = [
    ['chat', 'shoppingCards', ['shopping', 'brand']],
    ['chat', 'map', ['travel', 'place']],
    ['answer', 'hotels', ['travel']],
    ['answer', 'places', ['travel', 'place']],
    ['answer', 'shopping_cards', ['shopping', 'brand']],
    ['office', 'searchQueries', ['shopping', 'brand', 'travel', 'place', 'video', 'news']],
    ['office', 'shoppingCards', ['shopping', 'brand']],
    ['office', 'map', ['travel', 'place']],
    ['searchai', 'places', ['travel', 'place']],
    ['searchai', 'shopping_cards', ['shopping', 'brand']],
    ['searchai', 'ads', ['shopping', 'brand']],
  ] as const;
  test.each(byIntent)('%s: %s is only present for prompts about %s', async (engine, field, intents) => {
    for (const [intent, prompt] of Object.entries(prompts)) {
      const result = await getResult(engine, prompt, includeEverything(engine));
      expect([intent, field in result]).toEqual([intent, intents.some((expected) => expected === intent)]);
    }
  });

  test('chat: with shopping and rawResponse, the events have one update per product', async () => {
    const withShopping = await getResult('chat', prompts.shopping, {
      include: { shopping: true, rawResponse: true },
    });
    const rawOnly = await getResult('chat', prompts.shopping, { include: { rawResponse: true } });
    const listTypes = (result: { rawResponse: { type: string }[] }) =>
      result.rawResponse.map(({ type }) => type);
    expect(listTypes(withShopping).filter((type) => type === 'product_update')).toHaveLength(
      withShopping.inlineProducts.length,
    );
    expect(listTypes(rawOnly)).not.toContain('product_update');
    expect(withShopping.rawResponse[0]).toMatchObject({
      token: expect.any(String),
      conversation_id: expect.any(String),
    });
    expect(withShopping.rawResponse[1].message).toMatchObject({
      id: expect.any(String),
      role: 'assistant',
      model: withShopping.model,
    });
    const text = withShopping.rawResponse.flatMap(
      (event: { delta?: { content: { text_delta: string }[] } }) =>
        (event.delta?.content ?? []).map(({ text_delta }) => text_delta),
    );
    expect(text.join('')).toBe(withShopping.text);
    expect(withShopping.rawResponse.at(-1)).toMatchObject({ reason: expect.any(String) });
  });
});

describe('values of results', () => {
  test.each(['chat', 'gen', 'answer', 'office', 'searchai'] as const)(
    '%s: positions count from 1, and every entry of citationPills points to a source',
    async (engine) => {
      const { sources, citationPills } = await getResult(engine, prompts.shopping);
      expect(sources.map(({ position }: { position: number }) => position)).toEqual(
        sources.map((_: unknown, index: number) => index + 1),
      );
      for (const { url, position, domain } of citationPills) {
        expect(sources[position - 1].url).toBe(url);
        expect(new URL(url).hostname).toContain(domain);
      }
    },
  );

  test('search/news: pages are combined into one response', async () => {
    const { newsResults, html } = await getResult('search/news', prompts.news, {
      pages: 3,
      include: { html: true },
    });
    expect([...new Set(newsResults.map(({ page }: { page: number }) => page))]).toEqual([1, 2, 3]);
    expect(newsResults.map(({ position }: { position: number }) => position)).toEqual(
      newsResults.map((_: unknown, index: number) => index + 1),
    );
    expect(html).toHaveLength(3);
  });

  test('searchai: video durations are MM:SS; answer: every search query has engine web and limit 8', async () => {
    const { videos } = await getResult('searchai', prompts.video);
    expect(videos.length).toBeGreaterThan(0);
    for (const { duration } of videos) {
      expect(duration).toMatch(/^\d\d:\d\d$/);
    }
    const { search_model_queries: queries } = await getResult('answer', prompts.video);
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) {
      expect(query).toMatchObject({ engine: 'web', limit: 8 });
    }
  });
});
