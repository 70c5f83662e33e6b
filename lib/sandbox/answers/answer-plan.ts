import {
  createQuoteSelector,
  type QuoteSelector,
  type Ranked,
  rankBrands,
  type Statement,
} from '#lib/sandbox/answers/retrieve';
import type { Brand } from '#lib/sandbox/data/market-data';
import type { Aspect } from '#lib/sandbox/market/documents';
import type { EngineProfile } from '#lib/sandbox/request/engine-profile';
import type { Intent, ParsedPrompt } from '#lib/sandbox/request/prompt';
import type { TimeContext } from '#lib/sandbox/request/time-context';
import { fillIn, pick } from '#lib/sandbox/text/words';

/** What to say about one brand, or a tip without one. */
export interface Item {
  brand?: Brand;
  statements: Statement[];
}

/** The content of an answer, before an engine formats it. */
export interface AnswerPlan {
  intro: Statement[];
  items: Item[];
  ordered: boolean;
  after: Statement[];
}

/** What to say about a brand, sentence by sentence; for each, the aspects to try in order. */
const say: Record<Intent, Aspect[][][]> = {
  best: [[['praise']], [['fault', 'price']], [['character']]],
  versus: [[['praise']], [['fault']], [['price']]],
  alternatives: [[['praise']], [['versus'], ['price']], [['fault']]],
  price: [[['price']], [['praise', 'fault']], [['fault']]],
  problem: [[['fault']], [['trouble'], ['fault']], [['praise']]],
  'how-to': [[['praise']], [['character']]],
  news: [[['news', 'trouble'], ['praise']], [['news', 'trouble'], ['character']], [['price']]],
  profile: [[['praise']], [['fault']], [['price']]],
};

export function planAnswer(
  parsed: ParsedPrompt,
  ranked: Ranked[],
  profile: EngineProfile,
  time: TimeContext,
): AnswerPlan {
  const quotes = createQuoteSelector(ranked, parsed, profile, time);
  const rankedBrands = rankBrands(ranked, parsed, profile, time);
  const brands = selectBrands(parsed, rankedBrands, profile);
  const intro = writeIntro(parsed, brands, quotes);
  if (parsed.intent === 'how-to') return howTo(quotes, parsed, brands, profile, intro);
  const items = brands.map((brand) => ({ brand, statements: writeItem(brand, parsed, quotes, profile) }));
  return {
    intro,
    items: items.filter(({ statements }) => statements.length > 0),
    ordered: parsed.intent === 'best' || parsed.intent === 'alternatives',
    after: afterwards(parsed, rankedBrands, brands, quotes, profile),
  };
}

/** Selects the brands of an answer: those the prompt mentions, or those the pages rank highest. */
function selectBrands(parsed: ParsedPrompt, rankedBrands: Brand[], profile: EngineProfile): Brand[] {
  const { brands, intent } = parsed;
  if (intent === 'alternatives')
    return rankedBrands.filter((brand) => !brands.includes(brand)).slice(0, profile.brands);
  if (brands.length > 0) return brands.slice(0, 4);
  return rankedBrands.slice(0, intent === 'how-to' || intent === 'news' ? 2 : profile.brands);
}

function writeItem(
  brand: Brand,
  parsed: ParsedPrompt,
  quotes: QuoteSelector,
  profile: EngineProfile,
): Statement[] {
  const alone = parsed.brands.length === 1 && parsed.intent !== 'alternatives';
  const size = alone ? profile.sentences + 1 : profile.sentences;
  const features = parsed.features.map(({ key }) => key);
  return say[parsed.intent].slice(0, size).flatMap((choices) => {
    const statements = pickFirst(choices, (aspects) => quotes.quote(brand, aspects, features));
    const besides = statements.flatMap(({ documents }) => documents);
    return profile.sentences > 1
      ? statements
      : statements.map((statement) => ({
          ...statement,
          documents: [...statement.documents, ...quotes.second(brand, besides)],
        }));
  });
}

function pickFirst(choices: Aspect[][], quote: (aspects: Aspect[]) => Statement[]): Statement[] {
  for (const aspects of choices) {
    const statements = quote(aspects);
    if (statements.length > 0) return statements;
  }
  return [];
}

function howTo(
  quotes: QuoteSelector,
  parsed: ParsedPrompt,
  brands: Brand[],
  profile: EngineProfile,
  intro: Statement[],
): AnswerPlan {
  const tips = Array.from({ length: profile.sentences + 2 }, () => quotes.quote(undefined, ['tip']));
  return {
    intro,
    items: tips.filter((statements) => statements.length > 0).map((statements) => ({ statements })),
    ordered: true,
    after: brands.flatMap((brand) =>
      quotes.quote(
        brand,
        ['praise'],
        parsed.features.map(({ key }) => key),
      ),
    ),
  };
}

function afterwards(
  parsed: ParsedPrompt,
  rankedBrands: Brand[],
  brands: Brand[],
  quotes: QuoteSelector,
  profile: EngineProfile,
): Statement[] {
  const { intent } = parsed;
  if (intent === 'versus') {
    const statements = brands.flatMap((brand) => quotes.quote(brand, ['versus']));
    return statements.slice(0, profile.sentences);
  }
  if (intent === 'profile') {
    const rivals = rankedBrands.filter((brand) => !brands.includes(brand)).slice(0, profile.sentences);
    return rivals.flatMap((brand) => quotes.quote(brand, ['praise']));
  }
  return profile.sentences > 1 ? quotes.quote(undefined, ['tip']) : [];
}

const openings = [
  'For {t}, {x} comes out ahead, followed by {r}.',
  '{x} is named first most often for {t}; {r} come next.',
  'Among {t}, the pages read for this answer favour {x}, then {r}.',
];

const troubles = [
  'These are the problems that owners of {t} report most often.',
  'Complaints about {t} come down to a few points.',
  'Most {t} do their work quietly, but owners name these problems again and again.',
];

const costs = [
  'Prices for {t} vary, and the dearest is not always the best.',
  'What you pay for {t} depends more on the maker than on the shop.',
  'For {t} the pages read here name these prices.',
];

function pickPhrase(phrases: string[], parsed: ParsedPrompt, subject: string): string {
  const kindsByIntent = parsed.brands.length > 0 ? phrases.slice(0, 1) : phrases;
  return fillIn(pick(kindsByIntent, parsed.prompt), { t: subject });
}

/** Writes the first sentences of an answer: its result in the engine's own words. */
function writeIntro(parsed: ParsedPrompt, brands: Brand[], quotes: QuoteSelector): Statement[] {
  const { category, intent } = parsed;
  const names = brands.map(({ name }) => name);
  const asked = formatList(parsed.brands.map(({ name }) => name));
  const topic = formatTopic(parsed);
  if (names.length === 0) return [own(`Few pages of this market speak of ${topic}.`)];
  if (intent === 'versus') return [own(`${asked} compared: it depends on what matters most to you.`)];
  if (intent === 'profile') return quotes.quote(brands[0], ['character']);
  if (intent === 'how-to') return [own(`A few habits matter more than the brand of ${category.singular}.`)];
  const subject = parsed.brands.length > 0 ? asked : category.name;
  if (intent === 'news') return [own(`The latest about ${formatList(names)}:`)];
  if (intent === 'problem') return [own(pickPhrase(troubles, parsed, subject))];
  if (intent === 'price') return [own(pickPhrase(costs, parsed, subject))];
  if (intent === 'alternatives') {
    const reason = parsed.brands.flatMap((brand) => quotes.quote(brand, ['fault'])).slice(0, 1);
    return [own(`The alternatives to ${asked} worth a look are ${formatList(names)}.`), ...reason];
  }
  const [first = '', ...rest] = names;
  if (rest.length === 0) return [own(`For ${topic}, ${first} stands out.`)];
  const opening = rest.length === 1 ? 'For {t}, {x} comes out ahead of {r}.' : pick(openings, parsed.prompt);
  return [own(fillIn(opening, { t: topic, x: first, r: formatList(rest.slice(0, 2)) }))];
}

function formatTopic({ category, features }: ParsedPrompt): string {
  const labels = features.slice(0, 2).map(({ label }) => label);
  return labels.length === 0 ? category.name : `${category.name} with an eye on ${formatList(labels)}`;
}

/** Formats "A", "A and B" or "A, B and C". */
export function formatList(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function own(text: string): Statement {
  return { text, documents: [] };
}
