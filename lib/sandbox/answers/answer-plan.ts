import {
  createQuoteSelector,
  type QuoteSelector,
  rankBrands,
  type Statement,
} from '#lib/sandbox/answers/retrieve';
import type { Brand } from '#lib/sandbox/data/market-data';
import { phrases } from '#lib/sandbox/data/templates';
import type { ScoredDocument } from '#lib/sandbox/market/search-index';
import type { EngineProfile } from '#lib/sandbox/request/engine-profile';
import type { MarketSnapshot } from '#lib/sandbox/request/market-snapshot';
import type { ParsedPrompt } from '#lib/sandbox/request/prompt';
import { pick } from '#lib/sandbox/text/random';
import { fillTemplate, formatList } from '#lib/sandbox/text/words';

/** Statements about one brand, or a tip that mentions none. */
export interface AnswerItem {
  brand?: Brand;
  statements: Statement[];
}

/** The content of an answer, before an engine formats it. */
export interface AnswerPlan {
  intro: Statement[];
  items: AnswerItem[];
  isOrdered: boolean;
  closing: Statement[];
}

/** Plans what an answer says, from the pages retrieved for it. */
export function planAnswer(
  parsed: ParsedPrompt,
  retrieved: ScoredDocument[],
  profile: EngineProfile,
  snapshot: MarketSnapshot,
): AnswerPlan {
  const { intent } = parsed;
  const quotes = createQuoteSelector(retrieved, parsed, profile, snapshot);
  const ranked = rankBrands(retrieved, parsed, profile, snapshot);
  const brands = selectBrands(parsed, ranked, profile);
  const intro = writeIntro(parsed, brands, quotes);
  const items: AnswerItem[] =
    intent === 'how-to'
      ? Array.from({ length: profile.maxSentences + 2 }, () => ({
          statements: quotes.quote(undefined, ['tip']),
        }))
      : brands.map((brand) => ({ brand, statements: describeBrand(brand, parsed, quotes, profile) }));
  return {
    intro,
    items: items.filter(({ statements }) => statements.length > 0),
    isOrdered: intent === 'best' || intent === 'alternatives' || intent === 'how-to',
    closing: writeClosing(parsed, ranked, brands, quotes, profile),
  };
}

/**
 * Selects the brands of an answer: for `alternatives`, the highest-ranked brands that the prompt does not mention;
 * otherwise those it mentions, or the highest-ranked if it mentions none.
 */
function selectBrands(
  { brands, intent }: ParsedPrompt,
  ranked: Brand[],
  { maxBrands }: EngineProfile,
): Brand[] {
  if (intent === 'alternatives') return ranked.filter((brand) => !brands.includes(brand)).slice(0, maxBrands);
  if (brands.length > 0) return brands.slice(0, 4);
  return ranked.slice(0, intent === 'how-to' || intent === 'news' ? 2 : maxBrands);
}

function describeBrand(
  brand: Brand,
  { brands, features, intent }: ParsedPrompt,
  quotes: QuoteSelector,
  { maxSentences }: EngineProfile,
): Statement[] {
  const isOnlyBrand = brands.length === 1 && intent !== 'alternatives';
  return phrases.aspects[intent].slice(0, maxSentences + (isOnlyBrand ? 1 : 0)).flatMap((choices) => {
    const statements = choices.reduce<Statement[]>(
      (found, aspects) => (found.length > 0 ? found : quotes.quote(brand, aspects, features)),
      [],
    );
    if (maxSentences > 1) return statements;
    return statements.map(({ text, documents }) => ({
      text,
      documents: [...documents, ...quotes.findOtherPage(brand, documents)],
    }));
  });
}

function writeClosing(
  { features, intent }: ParsedPrompt,
  ranked: Brand[],
  brands: Brand[],
  quotes: QuoteSelector,
  { maxSentences }: EngineProfile,
): Statement[] {
  if (intent === 'how-to') return brands.flatMap((brand) => quotes.quote(brand, ['praise'], features));
  if (intent === 'versus') {
    return brands.flatMap((brand) => quotes.quote(brand, ['versus'])).slice(0, maxSentences);
  }
  if (intent === 'profile') {
    const competitors = ranked.filter((brand) => !brands.includes(brand)).slice(0, maxSentences);
    return competitors.flatMap((brand) => quotes.quote(brand, ['praise']));
  }
  return maxSentences > 1 ? quotes.quote(undefined, ['tip']) : [];
}

/** Writes the first sentences of an answer, usually its main finding in the engine's own words. */
function writeIntro(parsed: ParsedPrompt, brands: Brand[], quotes: QuoteSelector): Statement[] {
  const { category, intent, prompt } = parsed;
  const names = brands.map(({ name }) => name);
  const [first, ...others] = names;
  const mentioned = formatList(parsed.brands.map(({ name }) => name));
  const write = (key: keyof typeof phrases.intros): Statement => {
    // Only the first phrase fits brands; the others are worded for a whole category.
    const choices =
      intent !== 'best' && mentioned !== '' ? phrases.intros[key].slice(0, 1) : phrases.intros[key];
    const text = fillTemplate(pick(choices, prompt), {
      topic: formatTopic(parsed),
      mentioned,
      subject: mentioned === '' ? category.name : mentioned,
      listed: formatList(names),
      first,
      next: formatList(others.slice(0, 2)),
      singular: category.singular,
    });
    return { text, documents: [] };
  };
  if (first === undefined) return [write('none')];
  if (intent === 'profile') return quotes.quote(brands[0], ['character']);
  if (intent === 'alternatives') {
    const reasons = parsed.brands.flatMap((brand) => quotes.quote(brand, ['fault']));
    return [write(intent), ...reasons.slice(0, 1)];
  }
  if (intent !== 'best' || others.length > 1) return [write(intent)];
  return [write(others.length === 1 ? 'bestOfTwo' : 'onlyOne')];
}

function formatTopic({ category, features }: ParsedPrompt): string {
  const labels = features.slice(0, 2).map(({ label }) => label);
  return labels.length === 0 ? category.name : `${category.name} with an eye on ${formatList(labels)}`;
}
