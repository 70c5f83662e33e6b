import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { demoSeed } from '#lib/dashboard/demo/demo-project';
import { sandboxNote } from '#lib/sandbox/answers/draft';
import { measureCpuMs } from '#tests/support/process';
import { demoEngines, listUrls, querySandbox, requestedAt } from '#tests/support/sandbox';

const countries = ['US', 'GB', 'DE', 'FR', 'JP', 'BR'];
const prompts = [
  ...demoSeed.prompts.map(({ text }) => text),
  'Steamgoblin vs Kohikappa',
  'Alternatives to Jotterfinch',
  'Latest news on e-bikes',
  'Is Snorrhavn worth it?',
  'What is the capital of France?',
];

describe('every answer', () => {
  test('matches the contract, cites only listed sources and says that it is fictional', async () => {
    for (const engine of demoEngines) {
      for (const prompt of prompts) {
        for (const country of countries) {
          const { result } = await querySandbox(engine, prompt, { country });
          expect(resultSchemas[engine].strict().safeParse(result).error).toBeUndefined();
          expect(result.text.endsWith(sandboxNote)).toBe(true);
          expect(result.sources.map(({ position }) => position)).toEqual(
            result.sources.map((_, index) => index + 1),
          );
          const urls = result.sources.map(({ url }) => url);
          expect(new Set(urls).size).toBe(urls.length);
          for (const pill of result.citationPills ?? []) {
            expect(urls[pill.position - 1]).toBe(pill.url);
            expect(new URL(pill.url).hostname).toBe(pill.domain);
          }
          for (const url of listUrls(result)) {
            expect(new URL(url).hostname).toMatch(/\.example$/);
          }
        }
      }
    }
  });

  test('matches the contract for any prompt, country and date', async () => {
    const words = [
      'trail shoes',
      'Tarnhoof',
      'vs',
      'cheap',
      'best',
      '?',
      'mattress',
      'problem',
      '雲の足',
      '<b>',
      '**',
      '[1]',
      '🐐',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...demoEngines),
        fc.oneof(
          fc.string({ minLength: 1, unit: 'grapheme' }),
          fc.array(fc.constantFrom(...words), { minLength: 1 }).map((list) => list.join(' ')),
        ),
        fc.constantFrom('US', 'DE', 'JP', 'AQ'),
        fc.date({ min: new Date('1975-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        async (engine, prompt, country, date) => {
          const { result } = await querySandbox(engine, prompt, { country, at: date.toISOString() });
          expect(resultSchemas[engine].safeParse(result).success).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is identical for every request within the same hour', async () => {
    for (const engine of demoEngines) {
      const include = { html: true, rawResponse: true } as const;
      const first = await querySandbox(engine, 'Best trail shoes for mud', {
        include,
        at: '2026-11-21T09:00:00Z',
      });
      const again = await querySandbox(engine, 'Best trail shoes for mud', {
        include,
        at: '2026-11-21T09:59:59.999Z',
      });
      expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    }
  });

  test.each(['1998-02-03T04:00:00Z', '2031-07-08T09:00:00Z'])(
    'lists sources published in the 900 days before %s',
    async (at) => {
      const { result } = await querySandbox('chat', 'What are the best espresso machines?', { at });
      expect(result.sources.length).toBeGreaterThan(3);
      for (const { datePublished } of result.sources) {
        const published = Date.parse(datePublished ?? '');
        expect(published).toBeLessThanOrEqual(Date.parse(at));
        expect(published).toBeGreaterThan(Date.parse(at) - 900 * 86_400_000);
      }
    },
  );
});

describe('engine styles', () => {
  const prompt = 'What are the best trail shoes for wet rock?';

  test('chat returns a ranked list, with bold names and links only in the Markdown', async () => {
    const { result } = await querySandbox('chat', prompt);
    expect(result.markdown).toMatch(/^1\. \*\*\w+\*\* – /m);
    const links = [...(result.markdown ?? '').matchAll(/\(\[([^\]]+)\]\((https:[^)]+)\)\)/g)];
    expect(links.map((link) => link[2])).toEqual(result.citationPills?.map(({ url }) => url));
    expect(links.map((link) => link[1])).toEqual(result.citationPills?.map(({ domain }) => domain));
    expect(result.text).not.toMatch(/https?:|\*\*|\]\(/);
    expect(result.text).toMatch(/^1\. \w+ – /m);
    expect(result.searchQueries?.length).toBeGreaterThan(1);
    expect(result.entities?.length).toBeGreaterThan(1);
    for (const { name } of result.entities ?? []) expect(result.text).toContain(name);
    const cited = new Set(result.citationPills?.map(({ url }) => url));
    for (const source of result.sources) expect(source.footnote).toBe(!cited.has(source.url));
  });

  test('chat uses a new model every half-year', async () => {
    const models = await Promise.all(
      ['2026-07-31T23:00:00Z', '2026-08-01T00:00:00Z', '2027-01-31T23:00:00Z'].map(
        async (at) => (await querySandbox('chat', prompt, { at })).result.model,
      ),
    );
    expect(models).toEqual(['sandbox-chat-5', 'sandbox-chat-6', 'sandbox-chat-6']);
  });

  test('gen returns headings and bullets with few sources, and no sources for general advice', async () => {
    const { result } = await querySandbox('gen', prompt);
    expect(result.markdown).toMatch(/^## /m);
    expect(result.markdown).toMatch(/^\* \*\*\w+:\*\* /m);
    expect(result.markdown).not.toMatch(/https?:/);
    expect(result.sources.length).toBeLessThanOrEqual(5);
    const advice = (await querySandbox('gen', 'How do I look after trail shoes?')).result;
    expect(advice.sources).toEqual([]);
    expect(advice.citationPills).toEqual([]);
    expect(advice.text.length).toBeGreaterThan(200);
  });

  test('answer returns a short text with many numbered sources and its search queries', async () => {
    const { result } = await querySandbox('answer', prompt);
    const chat = (await querySandbox('chat', prompt)).result;
    expect(result.text.length).toBeLessThan(chat.text.length);
    expect(result.sources.length).toBeGreaterThan(chat.sources.length);
    const markers = [...(result.markdown ?? '').matchAll(/\[(\d+)\]/g)].map((marker) => Number(marker[1]));
    expect(markers).toEqual(result.citationPills?.map(({ position }) => position));
    expect(markers.length).toBeGreaterThan(1);
    expect(result.text).not.toMatch(/\[\d+\]/);
    expect(result.search_model_queries?.[0]).toEqual({
      query: 'what are the best trail shoes for wet rock',
      engine: 'web',
      limit: 8,
    });
    expect(result.related_queries?.length).toBeGreaterThan(1);
  });

  test('every engine returns a complete HTML page that is escaped and marked as fictional', async () => {
    for (const engine of demoEngines) {
      const { html } = await querySandbox(engine, '<i>Best</i> trail shoes & more', {
        include: { html: true },
      });
      expect(html).toHaveLength(1);
      expect(html?.[0]).toMatch(/^<!doctype html>/);
      expect(html?.[0]).toContain('&lt;i&gt;Best&lt;/i&gt; trail shoes &amp; more');
      expect(html?.[0]).toContain('fictional market');
      expect(html?.[0]).not.toMatch(/<script|<img|<link/);
      expect((await querySandbox(engine, prompt)).html).toBeUndefined();
    }
  });
});

describe('intents', () => {
  test('a comparison mentions both brands and compares them', async () => {
    for (const engine of demoEngines) {
      const { text } = (await querySandbox(engine, 'Tarnhoof vs Grumblefell: which trail shoe?')).result;
      expect(text).toContain('Tarnhoof');
      expect(text).toContain('Grumblefell');
      expect(text).toMatch(/Tarnhoof.*Grumblefell|Grumblefell.*Tarnhoof/);
    }
  });

  test('a prompt for alternatives is answered with a list without the brand itself', async () => {
    const { result } = await querySandbox('chat', 'Alternatives to Grumblefell');
    const items = (result.markdown ?? '').split('\n').filter((line) => /^\d+\. /.test(line));
    expect(items.length).toBeGreaterThan(1);
    for (const item of items) expect(item).not.toMatch(/^\d+\. \*\*Grumblefell/);
  });

  test('prices are in the currency of the country', async () => {
    const answerPriceQuestion = async (country: string) =>
      (await querySandbox('chat', 'How much do trail shoes cost?', { country })).result.text;
    expect(await answerPriceQuestion('US')).toMatch(/\$\d/);
    expect(await answerPriceQuestion('GB')).toMatch(/£\d/);
    expect(await answerPriceQuestion('DE')).toMatch(/\d euros/);
    expect(await answerPriceQuestion('JP')).toMatch(/¥\d/);
  });

  test('a prompt about a feature is answered with the brands that are best at this feature; one about problems with it, with the worst', async () => {
    const praise = (
      await querySandbox('chat', 'Which trail shoes have the best grip on wet rock?', { country: 'GB' })
    ).result;
    expect(praise.markdown).toMatch(/^1\. \*\*(Tarnhoof|Mudlarkin|Sentierlune)\*\*/m);
    const problem = (await querySandbox('chat', 'Which trail shoes have problems with grip on wet rock?'))
      .result;
    expect(problem.text).toMatch(/(Pebblewhisk|Oatstridden) (Skip|Husk|Bran|outsole)/);
  });

  test('lists local publishers', async () => {
    const { result } = await querySandbox('chat', 'Best trail shoes', { country: 'JP' });
    expect(
      result.sources.filter(({ label }) => /\p{Script=Katakana}|\p{Script=Hiragana}/u.test(label)).length,
    ).toBeGreaterThan(1);
  });

  test('prompts outside the market get an answer without sources', async () => {
    for (const engine of demoEngines) {
      const { result } = await querySandbox(engine, 'What is the capital of France?');
      expect(result.sources).toEqual([]);
      expect(result.text).toMatch(/no answer to this/);
    }
  });

  test('takes less than 6 ms of CPU time per answer', async () => {
    let answers = 0;
    const totalMs = await measureCpuMs(async () => {
      for (let hour = 0; hour < 20; hour += 1) {
        const at = new Date(Date.parse(requestedAt) - hour * 3_600_000).toISOString();
        for (const { text } of demoSeed.prompts) {
          for (const engine of demoEngines) {
            await querySandbox(engine, text, { at, country: 'GB' });
            answers += 1;
          }
        }
      }
    });
    expect(totalMs / answers).toBeLessThan(6);
  });
});
