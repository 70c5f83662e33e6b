import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import { documentKinds } from '#lib/sandbox/data/templates';
import { buildDocuments, type MarketDocument } from '#lib/sandbox/market/write-document';

/** A page and how well it matches a query. */
export interface ScoredDocument {
  document: MarketDocument;
  score: number;
}

export interface SearchIndex {
  documents: readonly MarketDocument[];
  /** Returns the best pages for a query, optionally of one category; the best score is 1. */
  search(query: string, categoryKey?: string): readonly ScoredDocument[];
}

const marketSeed = 'answerscope';
const maxHits = 240;
const maxCachedQueries = 4_000;
let sharedIndex: SearchIndex | undefined;

/** Returns the process's index, built on first use. */
export function getSearchIndex(): SearchIndex {
  sharedIndex ??= createSearchIndex(buildDocuments(marketSeed));
  return sharedIndex;
}

/** Indexes pages. Search results do not depend on time or location, so they are cached. */
export function createSearchIndex(documents: readonly MarketDocument[]): SearchIndex {
  const index = new MiniSearch<ReturnType<typeof toIndexEntry>>({
    fields: ['title', 'brands', 'topic', 'text'],
    processTerm: (term) => normalizeTerm(term),
    searchOptions: { boost: { title: 1.5, brands: 2.5, topic: 2 }, prefix: false, fuzzy: false },
  });
  index.addAll(documents.map(toIndexEntry));
  const cache = new LRUCache<string, readonly ScoredDocument[]>({ max: maxCachedQueries });
  return {
    documents,
    search(query, categoryKey) {
      const key = `${categoryKey ?? ''}|${query}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const results = index.search(query, {
        filter: ({ id }) => categoryKey === undefined || documents[id]?.category.key === categoryKey,
      });
      const bestScore = results[0]?.score ?? 1;
      const hits = results.slice(0, maxHits).flatMap(({ id, score }) => {
        const document = documents[id];
        return document ? [{ document, score: score / bestScore }] : [];
      });
      cache.set(key, hits);
      return hits;
    },
  };
}

function toIndexEntry({ category, id, kind, mentions, publisher, sentences, title }: MarketDocument) {
  return {
    id,
    title,
    brands: mentions.map(({ brand }) => [brand.name, ...brand.aliases].join(' ')).join(' '),
    topic: [
      category.name,
      category.singular,
      ...category.terms,
      documentKinds[kind].searchTerms,
      publisher.type,
    ].join(' '),
    text: sentences.map((sentence) => sentence.text).join(' '),
  };
}

const stopWords = new Set(
  'a an and are as at be by can do does for from have how i if in is it me my of on or should so that the their there they this to use was what when which who why will with would you your'.split(
    ' ',
  ),
);

/** Normalizes a term: lower case, no accents, no plural; null for a stop word. */
function normalizeTerm(term: string): string | null {
  const word = term.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  if (stopWords.has(word)) return null;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
