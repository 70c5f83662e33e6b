import { describe, expect, test } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import { getPageHost, normalizeUrl } from '#lib/core/urls/normalize-url';
import { listSources, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { belongsTo, getRegistrableDomain, parseDomain } from '#lib/dashboard/projects/domains';

describe('URLs', () => {
  test.each([
    ['https://www.Example.com/', 'example.com'],
    ['http://example.com', 'example.com'],
    ['https://example.com:443/a/', 'example.com/a'],
    ['https://example.com:8443/a', 'example.com:8443/a'],
    ['https://example.com/a?utm_source=openai&id=7&utm_medium=x&gclid=1', 'example.com/a?id=7'],
    ['https://example.com/a?b', 'example.com/a?b'],
    ['https://example.com/a#:~:text=hello', 'example.com/a'],
    ['https://example.com/a#part', 'example.com/a'],
    ['https://example.com/#/route', 'example.com#/route'],
    ['https://example.com/A/B', 'example.com/A/B'],
    ['not a URL', 'not a URL'],
  ])('%s is normalized to %s', (url, normalized) => {
    expect(normalizeUrl(url)).toBe(normalized);
    expect(normalizeUrl(`https://${normalized}`)).toBe(
      normalized.includes(' ') ? `https://${normalized}` : normalized,
    );
  });

  test.each([
    ['https://news.bbc.co.uk/x', 'bbc.co.uk'],
    ['https://someone.github.io/x', 'someone.github.io'],
    ['https://tarnhoof.example/x', 'tarnhoof.example'],
    ['https://192.0.2.7/x', '192.0.2.7'],
    ['', ''],
  ])('%s has the registrable domain %s', (url, domain) => {
    expect(getRegistrableDomain(url)).toBe(domain);
  });

  test.each([
    ['Example.com', 'example.com'],
    ['https://www.example.co.uk/shop?x', 'example.co.uk'],
    ['docs.example.com', 'docs.example.com'],
    [' example.com ', 'example.com'],
    ['localhost', undefined],
    ['10.0.0.1', undefined],
    ['', undefined],
  ])('parses "%s" as the domain %s', (typed, domain) => {
    expect(parseDomain(typed)).toBe(domain);
  });

  test('a host belongs to its own domain and parent domains', () => {
    const isOwned = (url: string) => belongsTo(getPageHost(url), ['go.dev', 'docs.example.com']);
    expect(isOwned('https://pkg.go.dev/fmt')).toBe(true);
    expect(isOwned('https://GO.dev')).toBe(true);
    expect(isOwned('https://cargo.dev')).toBe(false);
    expect(isOwned('https://example.com')).toBe(false);
  });
});

describe('results', () => {
  const source = { position: 1, url: 'https://a.example/x', label: 'A', description: '' };
  const citation = {
    label: 'A',
    citationPillId: 0,
    url: 'https://a.example/x/',
    domain: 'a.example',
    position: 3,
  };
  const noMedia = { videos: [], images: [] };

  test.each<[Engine, object, object]>([
    [
      'chat',
      { text: 'Hi', model: 'm', sources: [{ ...source, footnote: true }], searchQueries: ['q'] },
      { model: 'm', searchQueries: ['q'], citedUrls: [] },
    ],
    [
      'gen',
      { text: 'Hi', sources: [source], citationPills: [citation], markdown: '*Hi*' },
      { markdown: '*Hi*', citedUrls: [citation.url] },
    ],
    [
      'answer',
      {
        text: 'Hi',
        sources: [source],
        citationPills: [citation, citation],
        related_queries: ['r'],
        search_model_queries: [{ query: 'q', engine: 'web', limit: 8 }],
        ...noMedia,
      },
      { searchQueries: ['q'], citedUrls: [citation.url, citation.url] },
    ],
    ['office', { text: 'Hi', sources: [source], citationPills: [] }, { searchQueries: [] }],
    ['overview', { text: 'Hi', sources: [source], videos: [], ads: [] }, {}],
  ])('reads results of %s', (engine, result, expected) => {
    expect(readAnswer(engine, result)).toMatchObject({
      status: 'answered',
      text: 'Hi',
      sources: [{ position: 1, url: source.url, label: 'A' }],
      ...expected,
    });
  });

  test('reads search results as titles and snippets', () => {
    const organicResult = {
      position: 1,
      title: 'T',
      link: 'https://a.example',
      displayedLink: 'a',
      snippet: 'S',
      page: 1,
    };
    const result = {
      organicResults: [organicResult, { ...organicResult, title: 'U' }],
      peopleAlsoAsk: [],
      relatedSearches: [],
      ads: [],
    };
    expect(readAnswer('search', result)).toMatchObject({ status: 'answered', text: 'T\nS\n\nU\nS' });
    expect(readAnswer('search/news', { newsResults: [] })).toMatchObject({ status: 'no_answer' });
  });

  test('results without text have the status ‘no answer’, and invalid results are ‘unreadable’', () => {
    const empty = { text: ' ', sources: [], videos: [], ads: [] };
    expect(readAnswer('overview', empty)).toMatchObject({ status: 'no_answer' });
    expect(readAnswer('gen', { ...empty, text: 7 })).toMatchObject({
      status: 'unreadable',
      text: '',
      sources: [],
    });
    expect(readAnswer('gen', undefined)).toMatchObject({ status: 'unreadable' });
  });

  test('counts citations once for a source that is listed twice', () => {
    const sources = [
      { position: 2, url: 'http://www.a.example/x?utm_source=y', label: 'second' },
      { position: 1, url: 'https://a.example/x', label: 'first' },
      { position: 3, url: '', label: 'a tool' },
    ];
    expect(
      listSources({ sources, citedUrls: ['https://a.example/x#:~:text=z', 'https://b.example'] }),
    ).toMatchObject([
      { position: 1, label: 'first', normalized_url: 'a.example/x', citations: 1 },
      { position: 2, label: 'second', normalized_url: 'a.example/x', citations: 0 },
      { position: 3, label: '', normalized_url: 'b.example', citations: 1 },
    ]);
  });
});
