import { beforeAll, describe, expect, test } from 'vitest';
import { demoSeed } from '#lib/dashboard/demo/seed';
import { categoryByBrand } from '#lib/sandbox/data/market-data';
import { askSandbox, requestedAt, sandboxEngines } from '../support/sandbox.ts';

interface Cell {
  week: number;
  engine: string;
  country: string;
  mentioned: string[];
}

const tracked = [demoSeed.brand, ...demoSeed.competitors];
const cells: Cell[] = [];

/** Percent of the cells that name a brand. */
function visibility(brand: string, filter: Partial<Cell> = {}): number {
  const selected = cells.filter((cell) =>
    (['week', 'engine', 'country'] as const).every(
      (key) => filter[key] === undefined || cell[key] === filter[key],
    ),
  );
  return (100 * selected.filter(({ mentioned }) => mentioned.includes(brand)).length) / selected.length;
}

beforeAll(async () => {
  for (let week = 0; week < 8; week += 1) {
    const at = new Date(Date.parse(requestedAt) - week * 7 * 86_400_000).toISOString();
    for (const engine of sandboxEngines) {
      for (const country of demoSeed.countries) {
        for (const { text: prompt } of demoSeed.prompts) {
          const { text } = (await askSandbox(engine, prompt, { country, at })).result;
          const mentioned = tracked.filter(({ name, aliases }) =>
            [name, ...aliases].some((word) => text.includes(word)),
          );
          cells.push({ week, engine, country, mentioned: mentioned.map(({ name }) => name) });
        }
      }
    }
  }
});

describe('demo seed', () => {
  test('uses brands, aliases and domains of the sandbox', () => {
    for (const { name, aliases, domains } of tracked) {
      const brand = [...categoryByBrand.keys()].find((sold) => sold.name === name);
      expect(brand?.aliases).toEqual(aliases);
      expect(domains).toEqual([`${brand?.domain}.example`]);
    }
    expect(demoSeed.competitors).toHaveLength(5);
    expect(demoSeed.engines).toEqual(sandboxEngines);
    expect(demoSeed.countries).toHaveLength(4);
  });

  test('has 30 different prompts in 5 topics', () => {
    expect(new Set(demoSeed.prompts.map(({ text }) => text)).size).toBe(30);
    const topics = demoSeed.prompts.map(({ topic }) => topic);
    for (const topic of ['Discovery', 'Comparison', 'Alternatives', 'Price', 'Problems']) {
      expect(topics.filter((other) => other === topic)).toHaveLength(6);
    }
  });

  test('mentions the demo brand in 25 to 65 percent of answers, about second and rising', () => {
    const own = visibility(demoSeed.brand.name);
    expect(own).toBeGreaterThan(25);
    expect(own).toBeLessThan(65);
    const ahead = demoSeed.competitors.filter(({ name }) => visibility(name) > own);
    expect(ahead.length).toBeGreaterThanOrEqual(1);
    expect(ahead.length).toBeLessThanOrEqual(2);
    const recent = visibility(demoSeed.brand.name, { week: 0 });
    expect(recent).toBeGreaterThan(visibility(demoSeed.brand.name, { week: 7 }) + 5);
  });

  test('has competitors with different visibility', () => {
    const shares = demoSeed.competitors.map(({ name }) => visibility(name));
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(20);
    for (const share of shares) expect(share).toBeGreaterThan(5);
  });

  test('has engines and countries with different visibility', () => {
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    expect(
      spread(sandboxEngines.map((engine) => visibility(demoSeed.brand.name, { engine }))),
    ).toBeGreaterThan(10);
    expect(
      spread(demoSeed.countries.map((country) => visibility(demoSeed.brand.name, { country }))),
    ).toBeGreaterThan(10);
  });

  test('changes over the weeks: one brand moves by 10 points or more', () => {
    const moves = tracked.map(({ name }) =>
      Math.abs(visibility(name, { week: 0 }) - visibility(name, { week: 7 })),
    );
    expect(Math.max(...moves)).toBeGreaterThan(10);
  });

  test.each(['2024-05-14T08:00:00Z', '2025-09-01T08:00:00Z', '2027-03-07T08:00:00Z', '2029-12-24T08:00:00Z'])(
    'has realistic visibility on %s',
    async (at) => {
      let own = 0;
      let answers = 0;
      for (let week = 0; week < 8; week += 2) {
        const past = new Date(Date.parse(at) - week * 7 * 86_400_000).toISOString();
        for (const engine of sandboxEngines) {
          for (const country of demoSeed.countries) {
            for (const { text: prompt } of demoSeed.prompts) {
              const { text } = (await askSandbox(engine, prompt, { country, at: past })).result;
              own += text.includes(demoSeed.brand.name) ? 1 : 0;
              answers += 1;
            }
          }
        }
      }
      expect(own / answers).toBeGreaterThan(0.25);
      expect(own / answers).toBeLessThan(0.7);
    },
  );

  test('cites the demo brand’s own site, most often with gen', async () => {
    const cited = new Map<string, number>();
    for (const engine of sandboxEngines) {
      for (const country of demoSeed.countries) {
        for (const { text: prompt } of demoSeed.prompts) {
          const { citationPills } = (await askSandbox(engine, prompt, { country })).result;
          const own = (citationPills ?? []).some(({ domain }) => domain === demoSeed.brand.domains[0]);
          cited.set(engine, (cited.get(engine) ?? 0) + (own ? 1 : 0));
        }
      }
    }
    expect(cited.get('gen')).toBeGreaterThan(5);
    expect(cited.get('gen')).toBeGreaterThan(cited.get('answer') ?? 0);
  });
});
