import type { Engine } from '#lib/contract/engines';
import type { PublisherType } from '#lib/sandbox/data/market-data';

/** The engines the sandbox answers for. */
export type SandboxEngine = Exclude<Engine, 'social'>;

/** The engines that write an answer; the others list pages. */
export type WritingEngine = Exclude<SandboxEngine, 'search' | 'search/news'>;

/** How an engine selects pages and how much it shows. */
export interface EngineProfile {
  publishers: Record<PublisherType, number>;
  /** Days after which half of a page's freshness is gone. */
  halfLifeDays: number;
  /** Maximum number of sources. */
  sources: number;
  /** Maximum number of sentences quoted from one page. */
  quotesPerPage: number;
  /** Maximum number of brands in a ranked list. */
  brands: number;
  /** Maximum number of sentences per brand. */
  sentences: number;
  /** How much a brand's current strength counts. */
  trendWeight: number;
}

/** Weights of publisher types that several engines start from. */
const baseWeights = {
  reviews: 1.2,
  news: 1,
  forum: 1,
  social: 0.6,
  video: 0.9,
  encyclopedia: 1,
  shop: 1,
  government: 0.9,
  education: 0.9,
  own: 1,
};

/** How each engine selects pages and how much it shows. */
export const engineProfiles: Record<SandboxEngine, EngineProfile> = {
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
    trendWeight: 2.4,
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
    trendWeight: 1.9,
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
    trendWeight: 2.6,
  },
  office: {
    publishers: { ...baseWeights, news: 1.3, shop: 1.2, social: 0.3, own: 1.3, forum: 0.6 },
    halfLifeDays: 110,
    sources: 6,
    quotesPerPage: 2,
    brands: 3,
    sentences: 2,
    trendWeight: 2,
  },
  searchai: {
    publishers: { ...baseWeights, video: 1.2, forum: 1.2 },
    halfLifeDays: 70,
    sources: 12,
    quotesPerPage: 2,
    brands: 4,
    sentences: 2,
    trendWeight: 2.3,
  },
  overview: {
    publishers: { ...baseWeights, forum: 1.3, video: 1.1 },
    halfLifeDays: 60,
    sources: 6,
    quotesPerPage: 1,
    brands: 3,
    sentences: 1,
    trendWeight: 2.2,
  },
  search: {
    publishers: { ...baseWeights, shop: 1.2, own: 1.4 },
    halfLifeDays: 90,
    sources: 10,
    quotesPerPage: 1,
    brands: 3,
    sentences: 1,
    trendWeight: 2,
  },
  'search/news': {
    publishers: { ...baseWeights, news: 6, reviews: 0.8, own: 0.2, shop: 0.1, forum: 0.1 },
    halfLifeDays: 14,
    sources: 10,
    quotesPerPage: 1,
    brands: 3,
    sentences: 1,
    trendWeight: 2,
  },
};

/** Returns the profile of an engine on a device; a phone shows less of everything. */
export function getEngineProfile(
  engine: SandboxEngine,
  device: 'desktop' | 'mobile' = 'desktop',
): EngineProfile {
  const profile = engineProfiles[engine];
  if (device === 'desktop') return profile;
  return {
    ...profile,
    sources: Math.ceil(profile.sources * 0.6),
    brands: Math.max(1, profile.brands - 1),
    sentences: 1,
  };
}
