import { describe, expect, test } from 'vitest';
import { classifyDomain } from '#lib/dashboard/projects/domains';
import { publishers } from '#lib/sandbox/data/market-data';
import { buildMarket } from '#lib/sandbox/market/market';
import { openIndex } from '#lib/sandbox/market/search-index';
import { measureCpuMs } from '#tests/support/process';

const market = buildMarket('answerscope');

describe('the fictional market', () => {
  test('has at least 6 categories, 40 brands, 150 publishers and 1,500 documents', () => {
    expect(market.categories.length).toBeGreaterThanOrEqual(6);
    expect(market.brands.length).toBeGreaterThanOrEqual(40);
    expect(market.publishers.length).toBeGreaterThanOrEqual(150);
    expect(market.documents.length).toBeGreaterThanOrEqual(1_500);
  });

  test('depends only on the seed', () => {
    expect(buildMarket('answerscope').documents).toEqual(market.documents);
    expect(buildMarket('another').documents.map(({ url }) => url)).not.toEqual(
      market.documents.map(({ url }) => url),
    );
  });

  test('has unique brands, publishers and URLs', () => {
    for (const names of [
      market.brands.flatMap((brand) => [brand.name, ...brand.aliases]),
      market.publishers.map(({ domain }) => domain),
      market.documents.map(({ url }) => url),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('uses only .example domains', () => {
    for (const { domain } of market.publishers) expect(domain).toMatch(/^[a-z0-9-]+\.example$/);
    for (const { url, publisher } of market.documents) expect(new URL(url).hostname).toBe(publisher.domain);
    const words = market.documents.flatMap(({ sentences, title }) => [
      title,
      ...sentences.map(({ text }) => text),
    ]);
    for (const text of words) expect(text).not.toMatch(/\b[\w-]+\.(com|org|net|de|fr|jp|co\.uk|io)\b/i);
  });

  test('has every type of publisher, and local ones in five countries', () => {
    expect([...new Set(market.publishers.map(({ type }) => type))].sort()).toEqual([
      'education',
      'encyclopedia',
      'forum',
      'government',
      'news',
      'own',
      'reviews',
      'shop',
      'social',
      'video',
    ]);
    for (const region of ['US', 'GB', 'DE', 'FR', 'JP']) {
      expect(
        market.publishers.filter((publisher) => publisher.region === region).length,
      ).toBeGreaterThanOrEqual(15);
    }
  });

  test('fills in every placeholder', () => {
    for (const { sentences, title, mentions } of market.documents) {
      expect(title.trim()).not.toBe('');
      expect(sentences.length).toBeGreaterThanOrEqual(3);
      expect(mentions.length).toBeGreaterThanOrEqual(1);
      for (const { text } of sentences) {
        expect(text).toMatch(/^\S.*[.]$/u);
        expect(text).not.toMatch(/[{}]|undefined|NaN| {2}/);
      }
    }
  });

  test('has titles in each language', () => {
    const titlesOf = (language: string) =>
      market.documents
        .filter(({ publisher }) => publisher.language === language)
        .map(({ title }) => title)
        .join(' ');
    expect(titlesOf('ja')).toMatch(/おすすめ/);
    expect(titlesOf('de')).toMatch(/Die besten/);
    expect(titlesOf('fr')).toMatch(/Notre palmarès/);
  });

  test('uses only features of the brand’s category', () => {
    for (const category of market.categories) {
      const known = new Set(category.features.map(({ key }) => key));
      for (const brand of category.brands) {
        for (const key of [...brand.strengths, ...brand.weaknesses]) expect(known).toContain(key);
        expect(brand.strengths.filter((key) => brand.weaknesses.includes(key))).toEqual([]);
      }
    }
  });

  test('is built and indexed in about a second of CPU time', async () => {
    const found: number[] = [];
    const buildMs = await measureCpuMs(() => {
      found.push(openIndex(buildMarket('answerscope')).search('grip on wet rock', 'trail-shoes').length);
    });
    console.info(
      `market of ${market.documents.length} documents built and indexed in ${Math.round(buildMs)} ms`,
    );
    expect(found[0]).toBeGreaterThan(20);
    expect(buildMs).toBeLessThan(4_000);
  });
});

test('the dashboard classifies every domain of the market', () => {
  const independent = publishers.filter(({ type }) => type !== 'own');
  expect(independent.map(({ domain }) => [domain, classifyDomain(domain, [])])).toEqual(
    independent.map(({ domain, type }) => [domain, type]),
  );
});
