import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { toChatResult as toScrapedChatResult } from '#lib/providers/dataforseo/transform-scraped';
import {
  toNewsResult as toDataForSeoNewsResult,
  toSearchAiResult as toDataForSeoSearchAiResult,
  toSearchResult as toDataForSeoSearchResult,
} from '#lib/providers/dataforseo/transform-serp';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toNewsResult, toSearchResult } from '#lib/providers/serpapi/transform-search';
import { ProviderError } from '#lib/providers/shared/provider';
import { toSocialResult } from '#lib/providers/xai/transform';
import {
  createAiOverview,
  createNewsItems,
  createOrganicItems,
  createScrapedPage,
} from '#scripts/mock-providers/dataforseo-results';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import {
  createAiModeAnswer,
  createCopilotAnswer,
  createNewsPage,
  createOverview,
  createSearchPage,
} from '#scripts/mock-providers/serpapi-results';
import { listPaths, replaceAt } from '../support/json-paths.ts';
import { fixturesFolder, readRecording } from '../support/recordings.ts';

const pages = createPages('Which kayak folds?', 'DE');
const readFixture = (name: string): unknown => JSON.parse(readRecording(name, fixturesFolder));
/** Products, places, ads and videos that only some answers contain. */
const extraCards = {
  shopping_results: [
    { title: 'Loom', product_id: 'p9', link: 'https://shop.example/loom', price: '€1.299,50', rating: '4.7' },
    { title: 'Fold 3', price: '$310 – $420', reviews: '(1.2K)', source_icon: 'https://shop.example/i.png' },
    { title: 'Pack', price: '777 kr', old_price: '888 kr', thumbnail: 'https://shop.example/p.jpg' },
  ],
  local_results: [
    { title: 'Pier', rating: 4.3, reviews: 61, gps_coordinates: { latitude: 47.9, longitude: 10.1 } },
    { title: 'Quay', address: '3 Quay', gps_coordinates: { latitude: 47.2 }, reviews: '1.234' },
  ],
  ads: { ads: [{ title: 'Reed', link: 'https://shop.example/reed', price: '$81', reviews: 19 }] },
  inline_videos: [{ link: 'https://youtu.be/7', source: 'YouTube' }, { link: 'https://watch.example/8' }],
};

/** Complete responses and the functions that read them. */
const responses: [string, keyof typeof resultSchemas, unknown, (body: unknown) => object][] = [
  [
    'OpenAI',
    'chat',
    readFixture('openai/kayaks-utf16-offsets.json'),
    (body) => toChatResult(readResponse([body], 'OpenAI')),
  ],
  [
    'xAI',
    'social',
    readFixture('openai/kayaks-utf16-offsets.json'),
    (body) => toSocialResult(readResponse([body], 'xAI')),
  ],
  [
    'Gemini',
    'gen',
    readFixture('gemini/kayaks.json'),
    (body) => toGenResult(readGeminiAnswer([body], false), new Map()),
  ],
  [
    'Perplexity',
    'answer',
    readFixture('perplexity/kayaks.json'),
    (body) => toAnswerResult(readPerplexityResponse([body])),
  ],
  [
    'SerpApi',
    'office',
    { ...createCopilotAnswer(pages), ...extraCards },
    (body) => toOfficeResult(body, 'DE'),
  ],
  [
    'SerpApi',
    'searchai',
    { ...createAiModeAnswer(pages), ...extraCards },
    (body) => toSearchAiResult(body, 'DE'),
  ],
  ['SerpApi', 'searchai', createAiModeAnswer(pages), (body) => toSearchAiResult(body, 'US')],
  ['SerpApi', 'overview', createOverview(pages), (body) => toOverviewResult(body, {})],
  ['SerpApi', 'search', createSearchPage(pages, 'kayaks', 0), (body) => toSearchResult([body])],
  ['SerpApi', 'search/news', createNewsPage(pages, 0), (body) => toNewsResult([body])],
  ['DataForSEO', 'chat', createScrapedPage('chat_gpt', pages), toScrapedChatResult],
  ['DataForSEO', 'searchai', { items: [createAiOverview(pages)] }, toDataForSeoSearchAiResult],
  [
    'DataForSEO',
    'search',
    { se_domain: 'google.de', items: createOrganicItems(pages, 12, true) },
    toDataForSeoSearchResult,
  ],
  ['DataForSEO', 'search/news', { items: createNewsItems(pages, 12) }, toDataForSeoNewsResult],
];

/** Fields that this service numbers itself. */
const numberedFields = new Set(['position', 'index', 'page', 'citationPillId']);
/** Fields that this service derives from the response: texts, site names, prices and currencies, types of entries. */
const derivedFields = new Set(
  'text markdown label domain platform medium type currency currencySymbol price'.split(' '),
);
/** Fields that may be empty strings. */
const possiblyEmptyFields = new Set(['text', 'markdown']);

interface Leaf {
  name: string;
  value: unknown;
}

function listLeaves(value: unknown, name = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => listLeaves(item, name));
  if (typeof value !== 'object' || value === null) return [{ name, value }];
  return Object.entries(value).flatMap(([key, item]) => listLeaves(item, key));
}

/** Replaces everything but letters and digits by spaces, so that texts match even if a transform removed their markup. */
const removePunctuation = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
/** Returns the query of a search URL, because transforms build such URLs from a query; other strings unchanged. */
const readSearchQuery = (link: string) => decodeURIComponent(/\/search\?q=(.+)$/.exec(link)?.[1] ?? link);

/** Returns every number in a body and its strings, read with a decimal point, a decimal comma and `K` for 1,000. */
function listNumbers(body: unknown): Set<number> {
  const strings = listLeaves(body).map(({ value }) => String(value));
  return new Set(
    strings.flatMap((string) => [
      Number(string),
      ...(string.match(/\d[\d.,]*/g) ?? []).flatMap((digits) => {
        const scale = string.includes('K') ? 1000 : 1;
        const [dot, comma] = [digits.replaceAll(',', ''), digits.replaceAll('.', '').replace(',', '.')];
        return [Number(dot) * scale, Number(comma) * scale];
      }),
    ]),
  );
}

function listInventedValues(result: object, body: unknown): Leaf[] {
  const numbers = listNumbers(body);
  const values = listLeaves(body).map(({ value }) => value);
  // A passage may span several parts of a text.
  const text = values.filter((value) => typeof value === 'string').join('');
  const words = [...values.map(String), text].map(removePunctuation);
  const isInResponse = ({ name, value }: Leaf) => {
    if (typeof value === 'number') return numberedFields.has(name) || numbers.has(value);
    if (typeof value !== 'string') return value === null || typeof value === 'boolean';
    if (value === '') return possiblyEmptyFields.has(name);
    const forms = [removePunctuation(value), removePunctuation(readSearchQuery(value))];
    return derivedFields.has(name) || words.some((word) => forms.some((form) => word.includes(form)));
  };
  return listLeaves(result).filter((leaf) => !isInResponse(leaf));
}

describe('results contain only numbers and texts from the response', () => {
  it.each(responses)('%s %s', (_, engine, completeBody, read) => {
    const schema = resultSchemas[engine];
    expect(schema.parse(read(completeBody))).toEqual(read(completeBody));
    expect(listInventedValues(read(completeBody), completeBody)).toEqual([]);
    const paths = listPaths(completeBody).slice(1);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(undefined, null, '', ' '),
        (removedPaths, replacement) => {
          const body = JSON.parse(
            JSON.stringify(
              removedPaths.reduce((body, path) => replaceAt(body, path, replacement), completeBody),
            ),
          );
          try {
            const result = read(body);
            expect(schema.parse(result)).toEqual(result);
            expect(listInventedValues(result, body)).toEqual([]);
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
