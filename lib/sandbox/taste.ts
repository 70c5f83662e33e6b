import type { Engine } from '#lib/contract/engines';
import type { PublisherType } from '#lib/sandbox/market/publisher';
import { searchTastes } from '#lib/sandbox/search-tastes';

/** The engines the sandbox plays: all but the one that shut anonymous readers out. */
export type SandboxEngine = Exclude<Engine, 'social'>;

/** Those that write an answer; the others list pages. */
export type WritingEngine = Exclude<SandboxEngine, 'search' | 'search/news'>;

/** What an engine likes to read and how much of it it shows. */
export interface Taste {
  publishers: Record<PublisherType, number>;
  /** Days after which half of a page's freshness is gone. */
  halfLifeDays: number;
  /** Sources listed at most. */
  sources: number;
  /** Sentences quoted from one page at most. */
  quotesPerPage: number;
  /** Brands in a ranked list at most. */
  brands: number;
  /** Sentences a brand at most. */
  sentences: number;
  /** How strongly a brand's present strength decides. */
  fashion: number;
}

export const tastes: Record<SandboxEngine, Taste> = {
  ...searchTastes,
  chat: {
    publishers: {
      reviews: 1.5,
      news: 1.35,
      forum: 0.7,
      social: 0.45,
      video: 0.7,
      encyclopedia: 0.8,
      shop: 0.7,
      government: 0.9,
      education: 0.9,
      own: 1.05,
    },
    halfLifeDays: 80,
    sources: 9,
    quotesPerPage: 2,
    brands: 4,
    sentences: 2,
    fashion: 2.4,
  },
  gen: {
    publishers: {
      reviews: 0.8,
      news: 0.75,
      forum: 0.3,
      social: 0.15,
      video: 0.5,
      encyclopedia: 1.7,
      shop: 0.6,
      government: 1.3,
      education: 1.4,
      own: 2,
    },
    halfLifeDays: 220,
    sources: 5,
    quotesPerPage: 4,
    brands: 3,
    sentences: 2,
    fashion: 1.9,
  },
  answer: {
    publishers: {
      reviews: 1.1,
      news: 0.8,
      forum: 1.75,
      social: 1.3,
      video: 1.25,
      encyclopedia: 0.6,
      shop: 1,
      government: 0.7,
      education: 0.7,
      own: 0.6,
    },
    halfLifeDays: 45,
    sources: 10,
    quotesPerPage: 1,
    brands: 2,
    sentences: 1,
    fashion: 2.6,
  },
};

/** A phone shows less of everything. */
export function tasteOn(engine: SandboxEngine, device: 'desktop' | 'mobile' = 'desktop'): Taste {
  const taste = tastes[engine];
  if (device === 'desktop') return taste;
  return {
    ...taste,
    sources: Math.ceil(taste.sources * 0.6),
    brands: Math.max(1, taste.brands - 1),
    sentences: 1,
  };
}
