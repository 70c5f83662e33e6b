import { beforeAll, describe, expect, test } from 'vitest';
import { demoSeed } from '#lib/dashboard/demo/demo-project';
import { categoryByBrand } from '#lib/sandbox/data/market-data';
import { demoEngines, querySandbox, requestedAt } from '#tests/support/sandbox';

interface DemoAnswer {
  /** Weeks before `requestedAt`. */
  week: number;
  engine: string;
  country: string;
  mentioned: string[];
}

const tracked = [demoSeed.brand, ...demoSeed.competitors];
const answers: DemoAnswer[] = [];

/** Returns the percentage of answers that mention a brand. */
function getVisibility(brand: string, filter: Partial<DemoAnswer> = {}): number {
  const selected = answers.filter((answer) =>
    (['week', 'engine', 'country'] as const).every(
      (key) => filter[key] === undefined || answer[key] === filter[key],
    ),
  );
  return (100 * selected.filter(({ mentioned }) => mentioned.includes(brand)).length) / selected.length;
}

beforeAll(async () => {
  for (let week = 0; week < 8; week += 1) {
    const at = new Date(Date.parse(requestedAt) - week * 7 * 86_400_000).toISOString();
    for (const engine of demoEngines) {
      for (const country of demoSeed.countries) {
        for (const { text: prompt } of demoSeed.prompts) {
          const { text } = (await querySandbox(engine, prompt, { country, at })).result;
          const mentioned = tracked.filter(({ name, aliases }) =>
            [name, ...aliases].some((word) => text.includes(word)),
          );
          answers.push({ week, engine, country, mentioned: mentioned.map(({ name }) => name) });
        }
      }
    }
  }
});

describe('demo seed', () => {
  test('uses brands, aliases and domains of the sandbox', () => {
    for (const { name, aliases, domains } of tracked) {
      const brand = [...categoryByBrand.keys()].find((candidate) => candidate.name === name);
      expect(brand?.aliases).toEqual(aliases);
      expect(domains).toEqual([`${brand?.domain}.example`]);
    }
    expect(demoSeed.competitors).toHaveLength(5);
    expect(demoSeed.engines).toEqual(demoEngines);
    expect(demoSeed.countries).toHaveLength(4);
  });

  test('has 30 different prompts in 5 topics', () => {
    expect(new Set(demoSeed.prompts.map(({ text }) => text)).size).toBe(30);
    const topics = demoSeed.prompts.map(({ topic }) => topic);
    for (const topic of ['Discovery', 'Comparison', 'Alternatives', 'Price', 'Problems']) {
      expect(topics.filter((other) => other === topic)).toHaveLength(6);
    }
  });

  test('mentions the demo brand in 25 to 65 percent of answers, with the second or third highest visibility, which is rising', () => {
    const own = getVisibility(demoSeed.brand.name);
    expect(own).toBeGreaterThan(25);
    expect(own).toBeLessThan(65);
    const ahead = demoSeed.competitors.filter(({ name }) => getVisibility(name) > own);
    expect(ahead.length).toBeGreaterThanOrEqual(1);
    expect(ahead.length).toBeLessThanOrEqual(2);
    const recent = getVisibility(demoSeed.brand.name, { week: 0 });
    expect(recent).toBeGreaterThan(getVisibility(demoSeed.brand.name, { week: 7 }) + 5);
  });

  test('has competitors with different visibility', () => {
    const shares = demoSeed.competitors.map(({ name }) => getVisibility(name));
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(20);
    for (const share of shares) expect(share).toBeGreaterThan(5);
  });

  test('has engines and countries with different visibility', () => {
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    expect(
      spread(demoEngines.map((engine) => getVisibility(demoSeed.brand.name, { engine }))),
    ).toBeGreaterThan(10);
    expect(
      spread(demoSeed.countries.map((country) => getVisibility(demoSeed.brand.name, { country }))),
    ).toBeGreaterThan(10);
  });

  test('has a brand whose visibility changes by more than 10 percentage points over the weeks', () => {
    const changes = tracked.map(({ name }) =>
      Math.abs(getVisibility(name, { week: 0 }) - getVisibility(name, { week: 7 })),
    );
    expect(Math.max(...changes)).toBeGreaterThan(10);
  });

  test.each(['2024-05-14T08:00:00Z', '2025-09-01T08:00:00Z', '2027-03-07T08:00:00Z', '2029-12-24T08:00:00Z'])(
    'mentions the demo brand in 25 to 70 percent of the answers in the weeks before %s',
    async (at) => {
      let own = 0;
      let answerCount = 0;
      for (let week = 0; week < 8; week += 2) {
        const past = new Date(Date.parse(at) - week * 7 * 86_400_000).toISOString();
        for (const engine of demoEngines) {
          for (const country of demoSeed.countries) {
            for (const { text: prompt } of demoSeed.prompts) {
              const { text } = (await querySandbox(engine, prompt, { country, at: past })).result;
              own += text.includes(demoSeed.brand.name) ? 1 : 0;
              answerCount += 1;
            }
          }
        }
      }
      expect(own / answerCount).toBeGreaterThan(0.25);
      expect(own / answerCount).toBeLessThan(0.7);
    },
  );

  test('cites the demo brand’s own site, more often on Gemini than on Perplexity', async () => {
    const cited = new Map<string, number>();
    for (const engine of demoEngines) {
      for (const country of demoSeed.countries) {
        for (const { text: prompt } of demoSeed.prompts) {
          const { citationPills } = (await querySandbox(engine, prompt, { country })).result;
          const own = (citationPills ?? []).some(({ domain }) => domain === demoSeed.brand.domains[0]);
          cited.set(engine, (cited.get(engine) ?? 0) + (own ? 1 : 0));
        }
      }
    }
    expect(cited.get('gen')).toBeGreaterThan(5);
    expect(cited.get('gen')).toBeGreaterThan(cited.get('answer') ?? 0);
  });
});
