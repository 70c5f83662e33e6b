import type { Brand } from '#lib/sandbox/data/market-data';
import type { Aspect, MarketDocument, Sentence } from '#lib/sandbox/market/documents';
import { getProximity } from '#lib/sandbox/market/prices';
import type { SearchIndex } from '#lib/sandbox/market/search-index';
import type { EngineProfile } from '#lib/sandbox/request/engine-profile';
import type { Intent, ParsedPrompt } from '#lib/sandbox/request/prompt';
import type { TimeContext } from '#lib/sandbox/request/time-context';

/** A page with its ranking score. */
export interface Ranked {
  document: MarketDocument;
  score: number;
}

/** Kinds of pages that suit an intent; others score lower. */
const kindsByIntent: Record<Intent, readonly MarketDocument['kind'][]> = {
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
 * Retrieves the pages an engine would read, best first: search relevance weighted by the reader's region, the engine's
 * profile, freshness on the day and the strength of the brands.
 */
export function retrieve(
  index: SearchIndex,
  parsed: ParsedPrompt,
  queries: string[],
  profile: EngineProfile,
  time: TimeContext,
): Ranked[] {
  const found = new Map<MarketDocument, number>();
  queries.forEach((query, order) => {
    const weight = 1 / (1 + 0.5 * order);
    for (const { document, score } of index.search(`${query} ${parsed.category.name}`, parsed.category.key)) {
      found.set(document, (found.get(document) ?? 0) + weight * score);
    }
  });
  const kinds = kindsByIntent[parsed.intent];
  const ranked: Ranked[] = [];
  for (const [document, relevance] of found) {
    if (time.isOver(document)) continue;
    const { kind, mentions, publisher } = document;
    const fresh = 0.3 + 0.7 * 0.5 ** (time.age(document) / profile.halfLifeDays);
    const first = mentions[0]?.brand;
    const talk = first === undefined ? 1 : 0.5 + time.strength(first);
    const fit = kinds.includes(kind) ? 1 : 0.45;
    const score =
      relevance ** 1.2 *
      getProximity(publisher.region, time.region) *
      profile.publishers[publisher.type] *
      fresh *
      talk *
      fit *
      (1 + 0.02 * time.tie(document));
    ranked.push({ document, score });
  }
  return ranked.sort((a, b) => b.score - a.score || a.document.id - b.document.id);
}

const pagesRead = 30;
const minShare = 0.22;

/**
 * Ranks the category's brands: earlier mentions in better pages count more, as do favourable ratings, requested
 * features and current strength.
 */
export function rankBrands(
  ranked: Ranked[],
  parsed: ParsedPrompt,
  profile: EngineProfile,
  time: TimeContext,
): Brand[] {
  const totals = new Map<Brand, number>();
  for (const { document, score } of ranked.slice(0, pagesRead)) {
    document.mentions.forEach(({ brand, leaning }, place) => {
      const words = parsed.intent === 'problem' ? 1 - 0.4 * leaning : 1 + 0.45 * leaning;
      totals.set(brand, (totals.get(brand) ?? 0) + (score * words) / (1 + 0.25 * place));
    });
  }
  const scored = [...totals].map(([brand, total]) => ({
    brand,
    total: total ** 0.6 * getAppeal(brand, parsed, profile, time),
  }));
  scored.sort((a, b) => b.total - a.total || (a.brand.name < b.brand.name ? -1 : 1));
  const best = scored[0]?.total ?? 0;
  return scored.filter(({ total }) => total >= best * minShare).map(({ brand }) => brand);
}

function getAppeal(brand: Brand, parsed: ParsedPrompt, profile: EngineProfile, time: TimeContext): number {
  let factor = Math.exp(profile.trendWeight * (time.strength(brand) - 0.6));
  const [wanted, unwanted] =
    parsed.intent === 'problem' ? [brand.weaknesses, brand.strengths] : [brand.strengths, brand.weaknesses];
  for (const { key } of parsed.features) {
    if (wanted.includes(key)) factor *= 1.8;
    if (unwanted.includes(key)) factor *= 0.5;
  }
  if (parsed.intent === 'price') factor *= getPriceAppeal(brand, parsed);
  if (brand.home === time.country) factor *= 1.3;
  if (brand.absent?.includes(time.region)) factor *= 0.15;
  return factor;
}

function getPriceAppeal(brand: Brand, parsed: ParsedPrompt): number {
  const prices = parsed.category.brands.map(({ price }) => price);
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const thrifty = /\b(cheap\w*|budget|afford\w*|under|low-cost)\b|günstig|安い/u.test(
    parsed.prompt.toLowerCase(),
  );
  return Math.min(1.5, Math.max(0.3, (mean / brand.price) ** (thrifty ? 2 : 0.4)));
}

/** A sentence of an answer: a quote from pages, or the engine's own without pages. */
export interface Statement {
  text: string;
  documents: MarketDocument[];
}

/** Selects sentences from ranked pages: each pattern once, and few from one page. */
export interface QuoteSelector {
  quote(brand: Brand | undefined, aspects: readonly Aspect[], features?: readonly string[]): Statement[];
  /** Returns another page that recommends a brand. */
  second(brand: Brand, besides: readonly MarketDocument[]): MarketDocument[];
}

/** Creates the selector of quotes for one answer. */
export function createQuoteSelector(
  ranked: Ranked[],
  parsed: ParsedPrompt,
  profile: EngineProfile,
  time: TimeContext,
): QuoteSelector {
  const patterns = new Set<string>();
  const taken = new Map<MarketDocument, number>();
  const find = (
    brand: Brand | undefined,
    accept: (sentence: Sentence, document: MarketDocument) => boolean,
  ) => {
    for (const { document } of ranked) {
      if ((taken.get(document) ?? 0) >= profile.quotesPerPage) continue;
      for (const sentence of document.sentences) {
        if (sentence.brand === brand && !patterns.has(sentence.pattern) && accept(sentence, document)) {
          return { sentence, document };
        }
      }
    }
    return undefined;
  };
  const fits = (sentence: Sentence, aspects: readonly Aspect[]) =>
    aspects.includes(sentence.aspect) &&
    (sentence.other === undefined || parsed.brands.includes(sentence.other));
  const local = (sentence: Sentence, document: MarketDocument) =>
    sentence.aspect !== 'price' || document.publisher.region === time.region;
  return {
    quote(brand, aspects, features = []) {
      const found =
        (features.length > 0
          ? find(brand, (sentence) => fits(sentence, aspects) && features.includes(sentence.feature ?? ''))
          : undefined) ??
        find(brand, (sentence, document) => fits(sentence, aspects) && local(sentence, document)) ??
        find(brand, (sentence) => fits(sentence, aspects));
      if (found === undefined) return [];
      patterns.add(found.sentence.pattern);
      taken.set(found.document, (taken.get(found.document) ?? 0) + 1);
      return [{ text: found.sentence.text, documents: [found.document] }];
    },
    second(brand, besides) {
      const other = ranked.find(
        ({ document }) =>
          !besides.includes(document) &&
          document.mentions.some((mention) => mention.brand === brand && mention.leaning >= 0),
      );
      return other === undefined ? [] : [other.document];
    },
  };
}
