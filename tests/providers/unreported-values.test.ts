import { describe, expect, it, test } from 'vitest';
import {
  toGenResult,
  toChatResult as toScrapedChatResult,
} from '#lib/providers/dataforseo/transform-scraped';
import {
  toSearchAiResult as toDataForSeoSearchAiResult,
  toSearchResult as toDataForSeoSearchResult,
} from '#lib/providers/dataforseo/transform-serp';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readRemoteResult } from '#lib/providers/remote/transform';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toSearchResult } from '#lib/providers/serpapi/transform-search';
import { toSocialResult } from '#lib/providers/xai/transform';

const getField = (result: object, name: string): unknown => Reflect.get(result, name);
const buildResponse = (annotations: unknown, ...output: object[]) => ({
  status: 'completed',
  output: [...output, { type: 'message', content: [{ type: 'output_text', text: 'A boat.', annotations }] }],
});
const readRemote = (result: object) =>
  readRemoteResult('searchai', JSON.stringify({ result: { text: 'A boat.', sources: [], ...result } }))
    .result;

/** For each list of a result: how its transform reads a list that the provider reports. */
const lists: [provider: string, field: string, read: (list: unknown) => object][] = [
  ['OpenAI', 'citationPills', (list) => toChatResult(readResponse([buildResponse(list)], 'OpenAI'))],
  ['DataForSEO ChatGPT', 'searchQueries', (list) => toScrapedChatResult({ fan_out_queries: list })],
  ['DataForSEO ChatGPT', 'citationPills', (list) => toScrapedChatResult({ items: [{ sources: list }] })],
  ['DataForSEO Gemini', 'citationPills', (list) => toGenResult({ items: [{ sources: list }] })],
  [
    'DataForSEO AI Mode',
    'citationPills',
    (list) => toDataForSeoSearchAiResult({ items: [{ type: 'ai_overview', items: [{ references: list }] }] }),
  ],
  [
    'DataForSEO Google',
    'peopleAlsoAsk',
    (list) => toDataForSeoSearchResult({ items: [{ type: 'people_also_ask', items: list }] }),
  ],
  [
    'DataForSEO Google',
    'relatedSearches',
    (list) => toDataForSeoSearchResult({ items: [{ type: 'related_searches', items: list }] }),
  ],
  [
    'SerpApi Copilot',
    'citationPills',
    (list) => toOfficeResult({ text_blocks: [{ snippet: 'A boat.', reference_indexes: list }] }, 'US'),
  ],
  ['SerpApi AI Mode', 'inline_products', (list) => toSearchAiResult({ inline_products: list }, 'US')],
  ['SerpApi AI Mode', 'videos', (list) => toSearchAiResult({ inline_videos: list }, 'US')],
  ['SerpApi AI Mode', 'map', (list) => toSearchAiResult({ local_results: list }, 'US')],
  ['SerpApi overview', 'ads', (list) => toOverviewResult({}, { ads: list })],
  ['SerpApi Google', 'peopleAlsoAsk', (list) => toSearchResult([{ related_questions: list }])],
  ['SerpApi Google', 'relatedSearches', (list) => toSearchResult([{ related_searches: list }])],
  ['SerpApi Google', 'ads', (list) => toSearchResult([{ ads: list }])],
  ['another instance', 'citationPills', (list) => readRemote({ citationPills: list })],
  ['another instance', 'videos', (list) => readRemote({ videos: list })],
];

describe.each(lists)('%s: %s', (_, field, read) => {
  it.each([
    ['absent', undefined],
    ['null', null],
  ])('is absent if the provider’s list is %s', (_, list) => {
    expect(read(list)).not.toHaveProperty(field);
  });

  it('is empty only if the provider reports an empty list', () => {
    expect(getField(read([]), field)).toEqual([]);
  });
});

describe.each([
  ['OpenAI', (body: object) => toChatResult(readResponse([body], 'OpenAI'))],
  ['xAI', (body: object) => toSocialResult(readResponse([body], 'xAI'))],
])('search queries of %s', (_, read) => {
  it('are absent if the response lists a search without its query', () => {
    const search = { type: 'web_search_call', action: { type: 'search' } };
    expect(read(buildResponse([], search))).not.toHaveProperty('searchQueries');
  });

  it('are empty if the response lists no search, and the queries of its searches otherwise', () => {
    expect(getField(read(buildResponse([])), 'searchQueries')).toEqual([]);
    const search = { type: 'web_search_call', action: { type: 'search', query: 'boats' } };
    expect(getField(read(buildResponse([], search)), 'searchQueries')).toEqual(['boats']);
  });
});

test('a refusal has neither citations nor search queries', () => {
  expect(toChatResult({})).toEqual({ text: '', markdown: '', sources: [] });
});

test('the model of ChatGPT is absent since its page no longer names one', () => {
  expect(toScrapedChatResult({ markdown: 'A boat.', model: null, fan_out_queries: null })).toEqual({
    text: 'A boat.',
    markdown: 'A boat.',
    sources: [],
    citationPills: [],
  });
});
