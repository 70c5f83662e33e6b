import { describe, expect, test } from 'vitest';
import { classifyDomain } from '#lib/dashboard/projects/domains';
import { categories, categoryByBrand, publishers } from '#lib/sandbox/data/market-data';
import { createSearchIndex } from '#lib/sandbox/market/search-index';
import { buildDocuments } from '#lib/sandbox/market/write-document';
import { measureCpuMs } from '#tests/support/process';

const brands = [...categoryByBrand.keys()];
const documents = buildDocuments('answerscope');

describe('the fictional market', () => {
  test('has at least 6 categories, 40 brands, 150 publishers and 1,500 documents', () => {
    expect(categories.length).toBeGreaterThanOrEqual(6);
    expect(brands.length).toBeGreaterThanOrEqual(40);
    expect(publishers.length).toBeGreaterThanOrEqual(150);
    expect(documents.length).toBeGreaterThanOrEqual(1_500);
  });

  test('depends only on the seed', () => {
    expect(buildDocuments('answerscope')).toEqual(documents);
    expect(buildDocuments('another').map(({ url }) => url)).not.toEqual(documents.map(({ url }) => url));
  });

  test('has unique brands, publishers and URLs', () => {
    for (const names of [
      brands.flatMap((brand) => [brand.name, ...brand.aliases]),
      publishers.map(({ domain }) => domain),
      documents.map(({ url }) => url),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('uses only .example domains', () => {
    for (const { domain } of publishers) expect(domain).toMatch(/^[a-z0-9-]+\.example$/);
    for (const { url, publisher } of documents) expect(new URL(url).hostname).toBe(publisher.domain);
    const texts = documents.flatMap(({ sentences, title }) => [title, ...sentences.map(({ text }) => text)]);
    for (const text of texts) expect(text).not.toMatch(/\b[\w-]+\.(com|org|net|de|fr|jp|co\.uk|io)\b/i);
  });

  test('has every type of publisher, and local ones in five countries', () => {
    expect([...new Set(publishers.map(({ type }) => type))].sort()).toEqual([
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
      expect(publishers.filter((publisher) => publisher.region === region).length).toBeGreaterThanOrEqual(15);
    }
  });

  test('fills in every placeholder', () => {
    for (const { sentences, title, mentions } of documents) {
      expect(title.trim()).not.toBe('');
      expect(sentences.length).toBeGreaterThanOrEqual(3);
      expect(mentions.length).toBeGreaterThanOrEqual(1);
      for (const { text } of sentences) {
        expect(text).toMatch(/^\S.*[.]$/u);
        expect(text).not.toMatch(/[{}]|undefined|NaN| {2}/);
      }
    }
  });

  test('has Japanese, German and French titles', () => {
    const joinTitles = (language: string) =>
      documents
        .filter(({ publisher }) => publisher.language === language)
        .map(({ title }) => title)
        .join(' ');
    expect(joinTitles('ja')).toMatch(/おすすめ/);
    expect(joinTitles('de')).toMatch(/Die besten/);
    expect(joinTitles('fr')).toMatch(/Notre palmarès/);
  });

  test('uses only features of the brand’s category', () => {
    for (const category of categories) {
      const known = new Set(category.features.map(({ key }) => key));
      for (const brand of category.brands) {
        for (const key of [...brand.strengths, ...brand.weaknesses]) expect(known).toContain(key);
        expect(brand.strengths.filter((key) => brand.weaknesses.includes(key))).toEqual([]);
      }
    }
  });

  test('is built and indexed in less than four seconds of CPU time', async () => {
    const hitCounts: number[] = [];
    const buildMs = await measureCpuMs(() => {
      hitCounts.push(
        createSearchIndex(buildDocuments('answerscope')).search('grip on wet rock', 'trail-shoes').length,
      );
    });
    expect(hitCounts[0]).toBeGreaterThan(20);
    expect(buildMs).toBeLessThan(4_000);
  });
});

test('the dashboard classifies every domain of the market that does not belong to a brand', () => {
  const independent = publishers.filter(({ type }) => type !== 'own');
  expect(independent.map(({ domain }) => [domain, classifyDomain(domain, [])])).toEqual(
    independent.map(({ domain, type }) => [domain, type]),
  );
});
