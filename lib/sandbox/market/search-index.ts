import MiniSearch from 'minisearch';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { buildMarket, type Market } from '#lib/sandbox/market/market';

/** A document a query found; `score` is relative to the best hit, 0 to 1. */
export interface Hit {
  document: MarketDocument;
  score: number;
}

export interface SearchIndex {
  market: Market;
  /** Returns the best pages for a query, optionally of one category. */
  search(query: string, categoryKey?: string): readonly Hit[];
}

const marketSeed = 'answerscope';
const maxHits = 240;
const maxCachedQueries = 4_000;
let shared: SearchIndex | undefined;

/** Returns the process's index, built on first use. */
export function searchIndex(): SearchIndex {
  shared ??= openIndex(buildMarket(marketSeed));
  return shared;
}

/** Indexes a market. Results do not depend on time or place, so they are cached. */
export function openIndex(market: Market): SearchIndex {
  const index = new MiniSearch<{
    id: number;
    title: string;
    brands: string;
    topic: string;
    text: string;
  }>({
    fields: ['title', 'brands', 'topic', 'text'],
    processTerm: (term) => stem(term),
    searchOptions: { boost: { title: 1.5, brands: 2.5, topic: 2 }, prefix: false, fuzzy: false },
  });
  index.addAll(market.documents.map(indexed));
  const cache = new Map<string, readonly Hit[]>();
  return {
    market,
    search(query, categoryKey) {
      const key = `${categoryKey ?? ''}|${query}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const hits = find(index, market, query, categoryKey);
      if (cache.size >= maxCachedQueries) cache.clear();
      cache.set(key, hits);
      return hits;
    },
  };
}

function find(
  index: MiniSearch,
  market: Market,
  query: string,
  categoryKey: string | undefined,
): readonly Hit[] {
  const results = index.search(query, {
    filter: ({ id }) => categoryKey === undefined || market.documents[id]?.category.key === categoryKey,
  });
  const best = results[0]?.score ?? 1;
  return results.slice(0, maxHits).flatMap(({ id, score }) => {
    const document = market.documents[id];
    return document === undefined ? [] : [{ document, score: score / best }];
  });
}

const kindWords: Record<MarketDocument['kind'], string> = {
  review: 'review test verdict good',
  comparison: 'vs versus comparison compare better difference',
  best: 'best top recommended ranking favourite',
  alternatives: 'alternative alternatives instead similar replace switch',
  price: 'price cost cheap budget worth deal expensive',
  problem: 'problem problems complaint issue fault reliable break',
  'how-to': 'how choose guide care tips clean',
  news: 'news latest new announced launch recall',
  overview: 'what is overview makers brand',
};

function indexed(document: MarketDocument) {
  const { category, kind, mentions, publisher } = document;
  return {
    id: document.id,
    title: document.title,
    brands: mentions.map(({ brand }) => [brand.name, ...brand.aliases].join(' ')).join(' '),
    topic: `${category.name} ${category.singular} ${category.terms.join(' ')} ${kindWords[kind]} ${publisher.type}`,
    text: document.sentences.map((sentence) => sentence.text).join(' '),
  };
}

const stopWords = new Set(
  'a an and are as at be by can do does for from have how i if in is it me my of on or should so that the their there they this to use was what when which who why will with would you your'.split(
    ' ',
  ),
);

/** Normalizes a term: lower case, no accents, no plural; null for a stop word. */
function stem(term: string): string | null {
  const plain = term.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  if (stopWords.has(plain)) return null;
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain;
}
