import { describe, expect, test } from 'vitest';
import { querySandbox } from '#tests/support/sandbox';

describe('search', () => {
  test('numbers results across pages, and returns the HTML of each page', async () => {
    const { result, html } = await querySandbox('search', 'best trail shoes', {
      pages: 3,
      include: { html: true },
    });
    const { organicResults } = result;
    expect(organicResults).toHaveLength(30);
    expect(organicResults.map(({ position }) => position)).toEqual(
      organicResults.map((_, index) => index + 1),
    );
    expect(organicResults.map(({ page }) => page)).toEqual(
      organicResults.map((_, index) => Math.floor(index / 10) + 1),
    );
    expect(html).toHaveLength(3);
    for (const { link, page } of organicResults) expect(html?.[page - 1]).toContain(`href="${link}"`);
    expect(new Set(organicResults.map(({ link }) => link)).size).toBe(30);
  });

  test('the first page does not depend on the number of pages', async () => {
    const one = await querySandbox('search', 'best mattress');
    const four = await querySandbox('search', 'best mattress', { pages: 4 });
    expect(four.result.organicResults.slice(0, 10)).toEqual(one.result.organicResults);
  });

  test('returns ten pages for queries outside the fictional market', async () => {
    const { result } = await querySandbox('search', 'capital of France', { pages: 10 });
    expect(result.organicResults.at(-1)?.page).toBe(10);
    expect(result.organicResults.length).toBeGreaterThan(90);
  });

  test('ranks the site of a brand in the query first, with sitelinks', async () => {
    const { result } = await querySandbox('search', 'Tarnhoof');
    const own = result.organicResults.filter(({ link }) => link.startsWith('https://tarnhoof.example/'));
    expect(own[0]?.position).toBe(1);
    for (const { sitelinks, link } of own) {
      expect(sitelinks?.length).toBeGreaterThan(1);
      expect(sitelinks?.map((sitelink) => sitelink.link)).not.toContain(link);
    }
    const { result: plain } = await querySandbox('search', 'How to look after trail shoes');
    expect(plain.organicResults.every(({ sitelinks }) => sitelinks === undefined)).toBe(true);
  });

  test('includes the overview engine’s answer on request', async () => {
    const prompt = 'What are the best trail shoes?';
    const { result } = await querySandbox('search', prompt, { include: { overview: { markdown: true } } });
    const { result: overview } = await querySandbox('overview', prompt);
    const { ads: _, ...shown } = overview;
    expect(result.overview).toEqual(shown);
    expect((await querySandbox('search', prompt)).result).not.toHaveProperty('overview');
  });
});

describe('news', () => {
  test('numbers news results across pages, all dated before the request', async () => {
    const { result, html } = await querySandbox('search/news', 'e-bikes', {
      pages: 4,
      include: { html: true },
    });
    expect(result.newsResults).toHaveLength(40);
    expect(result.newsResults.map(({ position }) => position)).toEqual(
      result.newsResults.map((_, index) => index + 1),
    );
    expect(result.newsResults.at(-1)?.page).toBe(4);
    expect(html).toHaveLength(4);
    for (const { date, link, thumbnail } of result.newsResults) {
      expect(date).toMatch(/^(\d+ (hour|day|week)s? ago|[A-Z][a-z]{2} \d{1,2}, \d{4})$/);
      if (!date?.endsWith('ago'))
        expect(Date.parse(date ?? '')).toBeLessThan(Date.parse('2026-11-21T09:15:00Z'));
      expect(new URL(thumbnail ?? '').hostname).toBe(new URL(link).hostname);
    }
  });

  test('lists news reports before product rankings', async () => {
    const { result } = await querySandbox('search/news', 'trail shoes');
    expect(result.newsResults[0]?.link).toMatch(/\/news-/);
    expect(result.newsResults.at(-1)?.link).not.toMatch(/\/news-/);
  });

  test('the first page does not depend on the number of pages', async () => {
    const one = await querySandbox('search/news', 'mattresses');
    const ten = await querySandbox('search/news', 'mattresses', { pages: 10 });
    expect(ten.result.newsResults.slice(0, 10)).toEqual(one.result.newsResults);
    expect(ten.result.newsResults.length).toBeGreaterThan(80);
  });

  test('changes over time', async () => {
    const listLinks = async (at: string) =>
      (await querySandbox('search/news', 'e-bikes', { at })).result.newsResults.map(({ link }) => link);
    const first = await listLinks('2026-11-21T09:00:00Z');
    const later = await listLinks('2027-03-02T09:00:00Z');
    expect(first).not.toEqual(later);
  });
});
