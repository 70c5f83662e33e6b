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
const maxCachedTerms = 20_000;
/** Each cached query holds up to `maxHits` pages. */
const maxCachedQueries = 500;
let sharedIndex: SearchIndex | undefined;

/** Returns the process's index, built on first use. */
export function getSearchIndex(): SearchIndex {
  sharedIndex ??= createSearchIndex(buildDocuments(marketSeed));
  return sharedIndex;
}

/** Indexes pages. The hits of terms and queries do not depend on time or location, so they are cached. */
export function createSearchIndex(documents: readonly MarketDocument[]): SearchIndex {
  const index = new MiniSearch<ReturnType<typeof toIndexEntry>>({
    fields: ['title', 'brands', 'topic', 'text'],
    processTerm: normalizeTerm,
    searchOptions: { boost: { title: 1.5, brands: 2.5, topic: 2 }, prefix: false, fuzzy: false },
  });
  index.addAll(documents.map(toIndexEntry));
  const tokenize = MiniSearch.getDefault('tokenize');
  const termCache = new LRUCache<string, readonly TermHit[]>({ max: maxCachedTerms });
  const queryCache = new LRUCache<string, readonly ScoredDocument[]>({ max: maxCachedQueries });

  function searchTerm(term: string, categoryKey: string | undefined): readonly TermHit[] {
    const key = `${categoryKey ?? ''}|${term}`;
    const cached = termCache.get(key);
    if (cached) return cached;
    const hits = index.search(term, {
      tokenize: (text) => [text],
      processTerm: (normalized) => normalized,
      filter: ({ id }) => categoryKey === undefined || documents[id]?.category.key === categoryKey,
    });
    const termHits = hits.map(({ id, score }) => ({ id: Number(id), score }));
    termCache.set(key, termHits);
    return termHits;
  }

  function searchAll(query: string, categoryKey: string | undefined): readonly ScoredDocument[] {
    const terms = tokenize(query).flatMap((token: string) => normalizeTerm(token) ?? []);
    const hitsByTerm = terms.map((term: string) => ({ term, hits: searchTerm(term, categoryKey) }));
    return combineHits(hitsByTerm, documents.length).flatMap(({ id, score }) => {
      const document = documents[id];
      return document ? [{ document, score }] : [];
    });
  }

  return {
    documents,
    search(query, categoryKey) {
      const key = `${categoryKey ?? ''}|${query}`;
      const found = queryCache.get(key) ?? searchAll(query, categoryKey);
      queryCache.set(key, found);
      return found;
    },
  };
}

interface TermHit {
  /** ID of the document. */
  id: number;
  score: number;
}

/**
 * Combines the hits of a query's terms as MiniSearch does: the sum of the scores times the number of different terms.
 * @param size number of documents
 * @returns the best hits, best first; the best score is 1
 */
function combineHits(
  hitsByTerm: readonly { term: string; hits: readonly TermHit[] }[],
  size: number,
): TermHit[] {
  const scores = new Float64Array(size);
  const termCounts = new Uint16Array(size);
  const seen = new Set<string>();
  for (const { term, hits } of hitsByTerm) {
    const increment = seen.has(term) ? 0 : 1;
    seen.add(term);
    for (const { id, score } of hits) {
      scores[id] = (scores[id] ?? 0) + score;
      termCounts[id] = (termCounts[id] ?? 0) + increment;
    }
  }
  const found: number[] = [];
  for (let id = 0; id < size; id += 1) {
    const count = termCounts[id] ?? 0;
    if (count === 0) continue;
    scores[id] = (scores[id] ?? 0) * count;
    found.push(id);
  }
  const getScore = (id: number) => scores[id] ?? 0;
  found.sort((a, b) => getScore(b) - getScore(a) || a - b);
  const bestScore = found[0] === undefined ? 1 : getScore(found[0]);
  return found.slice(0, maxHits).map((id) => ({ id, score: getScore(id) / bestScore }));
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
