import type { Brand } from '#lib/dashboard/projects/brand';
import { belongsTo, getHost } from '#lib/dashboard/projects/domains';
import { compileMatcher, type Matcher, type Mention } from '#lib/dashboard/scoring/match-brands';
import { classifySentences, type Sentiment } from '#lib/dashboard/scoring/sentiment';

/** The brands of one project, ready to score its answers with. */
export interface Scorer {
  brands: readonly Brand[];
  matcher: Matcher;
}

/** What an answered observation says of one brand. */
export interface BrandScore {
  brandId: string;
  role: Brand['role'];
  mention: Mention | undefined;
  /** Sentences that mention it, by sentiment; undefined where it is not mentioned or the language is not classified. */
  sentiment: Sentiment | undefined;
  /** Citations of addresses it owns. */
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

const kept = new Map<string, Scorer>();
const mostKept = 200;

/** A scorer for brands as they are now; compiled once for the same brands. */
export function compileScorer(brands: readonly Brand[]): Scorer {
  const definition = JSON.stringify(brands);
  const known = kept.get(definition);
  if (known) return known;
  const scorer = { brands, matcher: compileMatcher(brands) };
  const oldest = kept.keys().next();
  if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
  kept.set(definition, scorer);
  return scorer;
}
