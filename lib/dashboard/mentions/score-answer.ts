import type { Matcher, Mention } from '#lib/dashboard/mentions/matcher';
import type { Brand } from '#lib/dashboard/projects/brand';
import { belongsTo, hostOf } from '#lib/dashboard/projects/parse-domain';

/** The brands of one project, ready to score its answers with. */
export interface Scorer {
  brands: readonly Brand[];
  matcher: Matcher;
}

/** What an answered observation says of one brand. */
export interface BrandScore {
  brandId: string;
  mention: Mention | undefined;
  /** Citations of addresses it owns. */
  citations: number;
}

/** Scores an answer for every brand that it mentions or cites. */
export function scoreAnswer(
  { brands, matcher }: Scorer,
  answer: { text: string; sources: readonly { url: string; citations: number }[] },
): BrandScore[] {
  const mentions = new Map(matcher.find(answer.text).map((mention) => [mention.brandId, mention]));
  const cited = answer.sources
    .filter((source) => source.citations > 0)
    .map((source) => ({ host: hostOf(source.url), citations: source.citations }));
  return brands
    .map((brand) => ({
      brandId: brand.id,
      mention: mentions.get(brand.id),
      citations: cited
        .filter(({ host }) => belongsTo(host, brand.domains))
        .reduce((sum, source) => sum + source.citations, 0),
    }))
    .filter((score) => score.mention !== undefined || score.citations > 0);
}
