import {
  type Brand,
  type Category,
  categories,
  type Publisher,
  publishers,
} from '#lib/sandbox/data/market-data';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { planDocuments } from '#lib/sandbox/market/plan-documents';
import { type Assignment, writeDocument, writeTitle } from '#lib/sandbox/market/write-document';
import { fraction, hash } from '#lib/sandbox/text/words';

/** The whole fictional market: what is sold, who publishes, and what they wrote. */
export interface Market {
  categories: readonly Category[];
  brands: readonly Brand[];
  publishers: readonly Publisher[];
  documents: readonly MarketDocument[];
}

/** Builds the market; the same seed always gives the same market. */
export function buildMarket(seed: string): Market {
  return {
    categories,
    brands: categories.flatMap((category) => category.brands),
    publishers,
    documents: planDocuments(seed).map(documentOf),
  };
}

/** Days between updates of pages of each kind, on average. */
const usualCycleDays = {
  review: 120,
  comparison: 100,
  best: 60,
  alternatives: 110,
  price: 45,
  problem: 90,
  'how-to': 400,
  news: 400,
  overview: 300,
};

function documentOf(assignment: Assignment, id: number): MarketDocument {
  const { category, event, key, kind, mentions, publisher } = assignment;
  const cycleDays = Math.round(usualCycleDays[kind] * (0.7 + 0.8 * fraction(`${key}:cycle`)));
  const names = mentions.slice(0, 2).map(({ brand }) => brand.domain);
  const slug = [kind, ...names, (hash(key) % 46_656).toString(36)].join('-');
  return {
    id,
    url: `https://${publisher.domain}/${category.key}/${slug}`,
    title: writeTitle(assignment),
    publisher,
    category,
    kind,
    mentions,
    sentences: writeDocument(assignment),
    cycleDays,
    phaseDays: Math.floor(fraction(`${key}:phase`) * cycleDays),
    ...(event === undefined ? {} : { event }),
  };
}
