import { describe, expect, it } from 'vitest';
import { newsResultSchema, searchResultSchema } from '#lib/contract/results/search';
import { parsePrice } from '#lib/providers/serpapi/parse-fields';
import { getLanguage, getLocationParameters } from '#lib/providers/serpapi/provider';
import { toNewsResult, toSearchResult } from '#lib/providers/serpapi/transform-search';

describe('search', () => {
  it('reads result pages', () => {
    const result = toSearchResult([
      {
        ads: [{ position: 1, title: 'Buy', link: 'https://shop.example/', description: 'Now.' }],
        organic_results: [
          {
            position: 1,
            title: 'Loom',
            link: 'https://loom.example/a',
            displayed_link: 'https://loom.example › a',
            snippet: 'Blue.',
            date: 'May 1, 2026',
            sitelinks: {
              inline: [{ title: 'Prices', link: 'https://loom.example/prices' }, { title: 'No link' }],
              expanded: [{ title: 'Care', link: 'https://loom.example/care', snippet: 'Dry it.' }],
            },
          },
          { position: 2, title: 'No link' },
          { position: 3, link: 'https://www.forum.example/loom' },
        ],
        related_questions: [
          { question: 'Is it light?', snippet: 'Yes.', title: 'Loom', link: 'https://loom.example/a' },
          { question: 'Which are light?', list: ['Loom', 'Fold 3'] },
          {
            question: 'Why?',
            type: 'ai_overview',
            text_blocks: [{ type: 'paragraph', snippet: 'Because.' }],
          },
          { snippet: 'No question' },
        ],
        related_searches: [{ query: 'loom review', link: 'https://g.example/1' }, { link: 'no query' }],
      },
      {
        ads: [{ position: 1, title: 'Rent', link: 'https://rent.example/' }],
        organic_results: [{ position: 1, title: 'Pier', link: 'https://pier.example/' }],
        related_questions: [{ question: 'Is it light?', snippet: 'No.' }],
        related_searches: [{ query: 'loom review' }, { query: 'loom price' }],
      },
    ]);
    expect(searchResultSchema.parse(result)).toEqual(result);
    expect(result).toEqual({
      organicResults: [
        {
          position: 1,
          page: 1,
          title: 'Loom',
          link: 'https://loom.example/a',
          displayedLink: 'https://loom.example › a',
          snippet: 'Blue.',
          date: 'May 1, 2026',
          sitelinks: [
            { title: 'Prices', link: 'https://loom.example/prices' },
            { title: 'Care', link: 'https://loom.example/care' },
          ],
        },
        { position: 2, page: 2, title: 'Pier', link: 'https://pier.example/' },
      ],
      peopleAlsoAsk: [
        { question: 'Is it light?', snippet: 'Yes.', title: 'Loom', link: 'https://loom.example/a' },
        { question: 'Which are light?', snippet: 'Loom\nFold 3' },
        { question: 'Why?', snippet: 'Because.' },
      ],
      relatedSearches: [{ query: 'loom review', link: 'https://g.example/1' }, { query: 'loom price' }],
      ads: [
        { position: 1, title: 'Buy', link: 'https://shop.example/', snippet: 'Now.' },
        { position: 2, title: 'Rent', link: 'https://rent.example/' },
      ],
    });
  });
});

describe('search/news', () => {
  it('reads news pages, including grouped stories', () => {
    const report = {
      title: 'Loom',
      link: 'https://news.example/1',
      snippet: 'It floats.',
      date: '2 hours ago',
    };
    const result = toNewsResult([
      {
        news_results: [
          { ...report, position: 1, source: 'News', thumbnail: 'https://news.example/t.jpg' },
          {
            title: 'A story',
            stories: [{ ...report, link: 'https://news.example/2', source: { name: 'Post' } }],
          },
        ],
      },
      { error: "Google hasn't returned any results for this query." },
      {
        news_results: [{ link: 'https://news.example/3' }, { title: 'Bare', link: 'https://news.example/4' }],
      },
    ]);
    expect(newsResultSchema.parse(result)).toEqual(result);
    expect(result.newsResults).toEqual([
      { ...report, position: 1, page: 1, source: 'News', thumbnail: 'https://news.example/t.jpg' },
      { ...report, position: 2, page: 1, link: 'https://news.example/2', source: 'Post' },
      { position: 3, page: 3, title: 'Bare', link: 'https://news.example/4' },
    ]);
  });
});

describe('location parameters', () => {
  it.each([
    ['US', 'us', 'en'],
    ['GB', 'uk', 'en'],
    ['DE', 'de', 'de'],
    ['AT', 'at', 'de'],
    ['JP', 'jp', 'ja'],
    ['BR', 'br', 'pt'],
    ['MX', 'mx', 'es'],
    ['IN', 'in', 'en'],
    ['CN', 'cn', 'zh-cn'],
    ['TW', 'tw', 'zh-tw'],
    ['IL', 'il', 'iw'],
    ['NO', 'no', 'no'],
    ['PG', 'pg', 'en'],
    ['BV', 'bv', 'no'],
  ])('maps %s to gl=%s and hl=%s', (country, gl, hl) => {
    const request = { prompt: 'a', country, include: {} };
    expect(getLocationParameters(request)).toMatchObject({ gl, hl, device: 'desktop' });
    expect(getLanguage(country)).toBe(hl);
  });
});

describe('prices', () => {
  it.each([
    [14.99, '$14.99', 'US', 14.99, 'USD'],
    [14.99, '$14.99', 'CA', 14.99, 'CAD'],
    [14.99, '$14.99', 'DE', 14.99, 'USD'],
    [undefined, '1.299,50 €', 'DE', 1299.5, 'EUR'],
    [undefined, '€1,299.50', 'IE', 1299.5, 'EUR'],
    [undefined, '1 299 kr', 'NO', 1299, 'NOK'],
    [undefined, '1’299.00 CHF', 'CH', 1299, 'CHF'],
    [undefined, 'R$ 1.299,00', 'BR', 1299, 'BRL'],
    [undefined, 'A$90', 'US', 90, 'AUD'],
    [undefined, '￥1,200', 'JP', 1200, 'JPY'],
    [undefined, '¥12,000', 'JP', 12_000, 'JPY'],
    [undefined, '12.000 zł', 'PL', 12_000, 'PLN'],
    [undefined, '$1,299', 'US', 1299, 'USD'],
    [undefined, '$5.99 now', 'JM', 5.99, 'JMD'],
    [0, 'Free', 'US', 0, undefined],
    [199, '199 kr', 'DE', 199, undefined],
    [undefined, '¥500', 'US', 500, undefined],
  ])('parses %j %j in %s', (extracted, text, country, value, currency) => {
    expect(parsePrice(extracted, text, country)).toMatchObject({ value, currency });
  });

  it.each([
    [undefined, undefined],
    [undefined, '$10 – $20'],
    [undefined, '2 for $5'],
    [null, 'on request'],
    [null, null],
  ])('finds no price in %j %j', (extracted, text) => {
    expect(parsePrice(extracted, text, 'US')).toBeUndefined();
  });
});
