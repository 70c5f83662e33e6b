import type { Brand, Feature } from '#lib/sandbox/data/market-data';
import { type Aspect, type DocumentKind, type Intent, promptPatterns } from '#lib/sandbox/data/templates';
import { getProximity } from '#lib/sandbox/market/prices';
import { getSearchIndex, type ScoredDocument } from '#lib/sandbox/market/search-index';
import type { MarketDocument, Sentence } from '#lib/sandbox/market/write-document';
import type { EngineProfile } from '#lib/sandbox/request/engine-profile';
import type { MarketSnapshot } from '#lib/sandbox/request/market-snapshot';
import type { ParsedPrompt } from '#lib/sandbox/request/prompt';

/** Kinds of pages that suit an intent; others score lower. */
const kindsByIntent: Record<Intent, readonly DocumentKind[]> = {
  best: ['best', 'review', 'comparison', 'news'],
  versus: ['comparison', 'review'],
  alternatives: ['alternatives', 'best', 'comparison'],
  price: ['price', 'best', 'news'],
  problem: ['problem', 'review', 'news'],
  'how-to': ['how-to', 'overview'],
  news: ['news', 'review'],
  profile: ['review', 'overview', 'problem', 'news'],
};

/**
 * Retrieves the pages an engine would read, best first. The search relevance of a page is multiplied by factors for the
 * reader's region, the engine's profile, the age of the page, its kind, and the current strength of the brand that it
 * mentions first.
 */
export function retrieveDocuments(
  { category, intent }: ParsedPrompt,
  queries: string[],
  profile: EngineProfile,
  snapshot: MarketSnapshot,
): ScoredDocument[] {
  const relevanceByDocument = new Map<MarketDocument, number>();
  for (const [index, query] of queries.entries()) {
    const weight = 1 / (1 + 0.5 * index);
    for (const { document, score } of getSearchIndex().search(`${query} ${category.name}`, category.key)) {
      relevanceByDocument.set(document, (relevanceByDocument.get(document) ?? 0) + weight * score);
    }
  }
  return [...relevanceByDocument]
    .filter(([document]) => !snapshot.isExpired(document))
    .map(([document, relevance]) => {
      const { kind, mentions, publisher } = document;
      const freshness = 0.3 + 0.7 * 0.5 ** (snapshot.getAgeDays(document) / profile.halfLifeDays);
      const score =
        relevance ** 1.2 *
        getProximity(publisher.region, snapshot.region) *
        profile.publisherWeights[publisher.type] *
        freshness *
        (mentions[0] ? 0.5 + snapshot.getStrength(mentions[0].brand) : 1) *
        (kindsByIntent[intent].includes(kind) ? 1 : 0.45) *
        (1 + 0.02 * snapshot.getTieBreaker(document));
      return { document, score };
    })
    .sort((a, b) => b.score - a.score || a.document.id - b.document.id);
}

const maxPagesRead = 30;
/** Minimum score, as a share of the best brand's. */
const minShare = 0.22;

/**
 * Ranks the category's brands. A mention counts more in a page with a higher score, near the start of the page and if it is
 * positive (negative if the prompt asks about problems). The result is multiplied by the brand's appeal (`getAppeal`).
 */
export function rankBrands(
  retrieved: ScoredDocument[],
  parsed: ParsedPrompt,
  profile: EngineProfile,
  snapshot: MarketSnapshot,
): Brand[] {
  const scores = new Map<Brand, number>();
  for (const { document, score } of retrieved.slice(0, maxPagesRead)) {
    for (const [index, { brand, sentiment }] of document.mentions.entries()) {
      const weight = parsed.intent === 'problem' ? 1 - 0.4 * sentiment : 1 + 0.45 * sentiment;
      scores.set(brand, (scores.get(brand) ?? 0) + (score * weight) / (1 + 0.25 * index));
    }
  }
  const ranked = [...scores]
    .map(([brand, score]) => ({ brand, score: score ** 0.6 * getAppeal(brand, parsed, profile, snapshot) }))
    .sort((a, b) => b.score - a.score || (a.brand.name < b.brand.name ? -1 : 1));
  const minScore = (ranked[0]?.score ?? 0) * minShare;
  return ranked.filter(({ score }) => score >= minScore).map(({ brand }) => brand);
}

/**
 * Returns a factor that is higher for brands with more current strength, in their home country, and with strengths among
 * the requested features (weaknesses if the prompt asks about problems); if the prompt asks about prices, also for
 * cheaper brands. It is low in regions where the brand is absent.
 */
function getAppeal(
  brand: Brand,
  parsed: ParsedPrompt,
  profile: EngineProfile,
  snapshot: MarketSnapshot,
): number {
  const { absent, home, strengths, weaknesses } = brand;
  const [wanted, unwanted] = parsed.intent === 'problem' ? [weaknesses, strengths] : [strengths, weaknesses];
  let factor = Math.exp(profile.strengthWeight * (snapshot.getStrength(brand) - 0.6));
  for (const { key } of parsed.features) {
    if (wanted.includes(key)) factor *= 1.8;
    if (unwanted.includes(key)) factor *= 0.5;
  }
  if (parsed.intent === 'price') factor *= getPriceAppeal(brand, parsed);
  if (home === snapshot.country) factor *= 1.3;
  if (absent?.includes(snapshot.region)) factor *= 0.15;
  return factor;
}

function getPriceAppeal({ price }: Brand, { category, prompt }: ParsedPrompt): number {
  const mean = category.brands.reduce((sum, brand) => sum + brand.price, 0) / category.brands.length;
  const exponent = promptPatterns.lowPrice.test(prompt.toLowerCase()) ? 2 : 0.4;
  return Math.min(1.5, Math.max(0.3, (mean / price) ** exponent));
}

/** A sentence of an answer and the pages it quotes; no pages if the engine wrote it itself. */
export interface Statement {
  text: string;
  documents: MarketDocument[];
}

export type QuoteSelector = ReturnType<typeof createQuoteSelector>;

/**
 * Creates the quote selector of one answer. It quotes each template at most once, and each page at most
 * `profile.maxQuotesPerPage` times.
 */
export function createQuoteSelector(
  retrieved: ScoredDocument[],
  parsed: ParsedPrompt,
  profile: EngineProfile,
  snapshot: MarketSnapshot,
) {
  const usedTemplates = new Set<string>();
  const quoteCounts = new Map<MarketDocument, number>();
  type Accept = (sentence: Sentence, document: MarketDocument) => boolean;
  /** Finds the first accepted sentence in the order of the pages: about a brand or, if it is undefined, about none. */
  function findSentence(brand: Brand | undefined, accept: Accept) {
    for (const { document } of retrieved) {
      if ((quoteCounts.get(document) ?? 0) >= profile.maxQuotesPerPage) continue;
      const sentence = document.sentences.find(
        (candidate) => candidate.brand === brand && accept(candidate, document),
      );
      if (sentence) return { sentence, document };
    }
    return undefined;
  }
  return {
    /** Returns at most one sentence about a brand, or about none if it is undefined; if possible, about a preferred feature. */
    quote(
      brand: Brand | undefined,
      aspects: readonly Aspect[],
      preferred: readonly Feature[] = [],
    ): Statement[] {
      const isUsable = (sentence: Sentence) =>
        aspects.includes(sentence.aspect) &&
        (sentence.other === undefined || parsed.brands.includes(sentence.other)) &&
        !usedTemplates.has(sentence.template);
      const isPreferred = ({ feature }: Sentence) => preferred.some(({ key }) => key === feature);
      const isLocal: Accept = ({ aspect }, { publisher }) =>
        aspect !== 'price' || publisher.region === snapshot.region;
      const selected =
        (preferred.length > 0
          ? findSentence(brand, (sentence) => isUsable(sentence) && isPreferred(sentence))
          : undefined) ??
        findSentence(brand, (sentence, document) => isUsable(sentence) && isLocal(sentence, document)) ??
        findSentence(brand, isUsable);
      if (selected === undefined) return [];
      const { document, sentence } = selected;
      usedTemplates.add(sentence.template);
      quoteCounts.set(document, (quoteCounts.get(document) ?? 0) + 1);
      return [{ text: sentence.text, documents: [document] }];
    },
    /** Returns at most one page that mentions a brand and does not criticize it, other than the excluded ones. */
    findOtherPage(brand: Brand, excluded: readonly MarketDocument[]): MarketDocument[] {
      return retrieved
        .map(({ document }) => document)
        .filter((document) => !excluded.includes(document))
        .filter(({ mentions }) =>
          mentions.some((mention) => mention.brand === brand && mention.sentiment >= 0),
        )
        .slice(0, 1);
    },
  };
}
