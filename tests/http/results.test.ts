import { afterAll, describe, expect, test } from 'vitest';
import { engineSpecs } from '#lib/contract/engines';
import { documentedResults } from '#tests/http/documented/fields';
import { differences, listsIn } from '#tests/http/documented/shape';
import { startService } from '#tests/support/service';

const run = await startService();
afterAll(() => run.stop());
const organization = await run.newOrganization({ credits: 1_000_000 });

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

async function ask(engine: keyof typeof documentedResults, prompt: string, more: object = {}) {
  const { promptField } = engineSpecs[engine];
  const body = { [promptField]: prompt, country: 'US', ...more };
  const { status, body: answer } = await organization.send('POST', `/v1/monitor/${engine}`, body);
  expect([status, Object.keys(answer).sort(), answer.success]).toEqual([200, ['result', 'success'], true]);
  return answer.result;
}

function everyFlag(engine: keyof typeof documentedResults) {
  const flags = Object.fromEntries(engineSpecs[engine].includeFlags.map((flag) => [flag, true]));
  return { include: { ...flags, ...(engine === 'search' ? { overview: { markdown: true } } : {}) } };
}

describe('Resources: every result has all documented fields with their types, none null', () => {
  test.each(engines)('Result of %s', async (engine) => {
    const shape = documentedResults[engine];
    const seen = new Set<string>();
    for (const prompt of Object.values(prompts)) {
      for (const more of [everyFlag(engine), {}]) {
        const result = await ask(engine, prompt, more);
        expect([prompt, differences(result, shape, seen)]).toEqual([prompt, []]);
      }
    }
    // Every list had an entry in some answer, so that every row of the tables was looked at.
    expect(listsIn(shape).filter((path) => !seen.has(path))).toEqual([]);
  });
});

describe('Resources: conditional fields are absent unless their condition is met', () => {
  const withFlag = [
    ['chat', 'shopping', 'searchQueries', 'searchQueries'],
    ['chat', 'shopping', 'ads', 'ads'],
    ['chat', 'shopping', 'shoppingCards', 'shopping'],
    ['chat', 'shopping', 'inlineProducts', 'shopping'],
  ] as const;
  test.each(withFlag)('Result of %s: %s prompt, %s with its flag', async (engine, intent, field, flag) => {
    const flagged = await ask(engine, prompts[intent], { include: { [flag]: true } });
    expect(flagged[field].length).toBeGreaterThan(0);
    const plain = await ask(engine, prompts[intent], { include: { [flag]: false } });
    expect(plain).not.toHaveProperty(field);
  });

  test.each(engines)('include flags of %s: each adds only its own field', async (engine) => {
    const { includeFlags } = engineSpecs[engine];
    const plain = Object.keys(await ask(engine, prompts.shopping));
    for (const flag of includeFlags) {
      const result = await ask(engine, prompts.shopping, { include: { [flag]: true } });
      const added = Object.keys(result).filter((name) => !plain.includes(name));
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
  test.each(byIntent)(
    'Result of %s: %s is only present for prompts about %s',
    async (engine, field, stands) => {
      for (const [intent, prompt] of Object.entries(prompts)) {
        const result = await ask(engine, prompt, everyFlag(engine));
        expect([intent, field in result]).toEqual([intent, stands.some((one) => one === intent)]);
      }
    },
  );

  test('Result of chat: with shopping and rawResponse, the events have one update per product', async () => {
    const both = await ask('chat', prompts.shopping, { include: { shopping: true, rawResponse: true } });
    const raw = await ask('chat', prompts.shopping, { include: { rawResponse: true } });
    const types = (result: { rawResponse: { type: string }[] }) => result.rawResponse.map(({ type }) => type);
    expect(types(both).filter((type) => type === 'product_update')).toHaveLength(both.inlineProducts.length);
    expect(types(raw)).not.toContain('product_update');
    expect(both.rawResponse[0]).toMatchObject({
      token: expect.any(String),
      conversation_id: expect.any(String),
    });
    expect(both.rawResponse[1].message).toMatchObject({
      id: expect.any(String),
      role: 'assistant',
      model: both.model,
    });
    const text = both.rawResponse.flatMap((event: { delta?: { content: { text_delta: string }[] } }) =>
      (event.delta?.content ?? []).map(({ text_delta }) => text_delta),
    );
    expect(text.join('')).toBe(both.text);
    expect(both.rawResponse.at(-1)).toMatchObject({ reason: expect.any(String) });
  });
});

describe('Resources: values', () => {
  test.each(['chat', 'gen', 'answer', 'office', 'searchai'] as const)(
    'Shared sub-objects of %s: positions count from 1, pills point to sources',
    async (engine) => {
      const { sources, citationPills } = await ask(engine, prompts.shopping);
      expect(sources.map(({ position }: { position: number }) => position)).toEqual(
        sources.map((_: unknown, index: number) => index + 1),
      );
      for (const { url, position, domain } of citationPills) {
        expect(sources[position - 1].url).toBe(url);
        expect(new URL(url).hostname).toContain(domain);
      }
    },
  );

  test('Result of search/news: pages are combined into one response', async () => {
    const { newsResults, html } = await ask('search/news', prompts.news, {
      pages: 3,
      include: { html: true },
    });
    expect([...new Set(newsResults.map(({ page }: { page: number }) => page))]).toEqual([1, 2, 3]);
    expect(newsResults.map(({ position }: { position: number }) => position)).toEqual(
      newsResults.map((_: unknown, index: number) => index + 1),
    );
    expect(html).toHaveLength(3);
  });

  test('Result of searchai: durations are MM:SS; Result of answer: limit 8 of the web', async () => {
    for (const { duration } of (await ask('searchai', prompts.video)).videos) {
      expect(duration).toMatch(/^\d\d:\d\d$/);
    }
    for (const query of (await ask('answer', prompts.video)).search_model_queries) {
      expect(query).toMatchObject({ engine: 'web', limit: 8 });
    }
  });
});
