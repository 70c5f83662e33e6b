import type { Ranked } from '#lib/sandbox/answers/retrieve';
import type { Brand } from '#lib/sandbox/data/market-data';
import type { Aspect, MarketDocument, Sentence } from '#lib/sandbox/market/documents';
import type { EngineProfile } from '#lib/sandbox/request/engine-profile';
import type { ParsedPrompt } from '#lib/sandbox/request/prompt';
import type { TimeContext } from '#lib/sandbox/request/time-context';

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
