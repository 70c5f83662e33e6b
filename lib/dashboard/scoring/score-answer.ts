import { LRUCache } from 'lru-cache';
import type { Brand } from '#lib/dashboard/projects/brand';
import { belongsTo, getHost } from '#lib/dashboard/projects/domains';
import { compileMatcher, type Matcher, type Mention } from '#lib/dashboard/scoring/match-brands';
import { classifySentences, type Sentiment } from '#lib/dashboard/scoring/sentiment';

/** The brands of a project with their compiled matcher. */
export interface Scorer {
  brands: readonly Brand[];
  matcher: Matcher;
}

/** The score of an answer for a brand. */
export interface BrandScore {
  brandId: string;
  role: Brand['role'];
  mention: Mention | undefined;
  /** Sentences that mention it, by sentiment; undefined if it is not mentioned or the text is not English. */
  sentiment: Sentiment | undefined;
  /** Citations of URLs on its domains. */
  citations: number;
}

/** Scores an answer for every brand that it mentions or cites. */
export function scoreAnswer(
  { brands, matcher }: Scorer,
  answer: { text: string; sources: readonly { url: string; citations: number }[] },
): BrandScore[] {
  const found = matcher.find(answer.text);
  const mentions = new Map(found.map((mention) => [mention.brandId, mention]));
  const classified = classifySentences(
    answer.text,
    found.map(({ spans }) => spans),
  );
  const sentiments = new Map(found.map(({ brandId }, index) => [brandId, classified?.[index]]));
  const cited = answer.sources
    .filter((source) => source.citations > 0)
    .map((source) => ({ host: getHost(source.url), citations: source.citations }));
  return brands
    .map((brand) => ({
      brandId: brand.id,
      role: brand.role,
      mention: mentions.get(brand.id),
      sentiment: sentiments.get(brand.id),
      citations: cited
        .filter(({ host }) => belongsTo(host, brand.domains))
        .reduce((sum, source) => sum + source.citations, 0),
    }))
    .filter((score) => score.mention !== undefined || score.citations > 0);
}

const scorerCache = new LRUCache<string, Scorer>({ max: 200 });

/** Returns the scorer of brands; equal brands are compiled once. */
export function compileScorer(brands: readonly Brand[]): Scorer {
  const key = JSON.stringify(brands);
  const cached = scorerCache.get(key);
  if (cached) return cached;
  const scorer = { brands, matcher: compileMatcher(brands) };
  scorerCache.set(key, scorer);
  return scorer;
}
