import { favour } from '#lib/sandbox/favour';
import { leadOf } from '#lib/sandbox/lead';
import type { Brand } from '#lib/sandbox/market/category';
import type { Aspect } from '#lib/sandbox/market/document';
import type { Moment } from '#lib/sandbox/moment';
import type { Intent, Question } from '#lib/sandbox/question';
import { type Piece, type Quoter, quoterOf } from '#lib/sandbox/quote';
import type { Ranked } from '#lib/sandbox/retrieve';
import type { Taste } from '#lib/sandbox/taste';

/** What is said of one brand, or a tip without one. */
export interface Item {
  brand?: Brand;
  pieces: Piece[];
}

/** What an answer says, before an engine gives it its manner. */
export interface Outline {
  lead: Piece[];
  items: Item[];
  ordered: boolean;
  after: Piece[];
}

/** What is said of a brand, sentence by sentence; for each sentence what it is about, the first choice first. */
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

export function outlineOf(question: Question, ranked: Ranked[], taste: Taste, moment: Moment): Outline {
  const quoter = quoterOf(ranked, question, taste, moment);
  const favoured = favour(ranked, question, taste, moment);
  const brands = chosen(question, favoured, taste);
  const lead = leadOf(question, brands, quoter);
  if (question.intent === 'how-to') return howTo(quoter, question, brands, taste, lead);
  const items = brands.map((brand) => ({ brand, pieces: saidOf(brand, question, quoter, taste) }));
  return {
    lead,
    items: items.filter(({ pieces }) => pieces.length > 0),
    ordered: question.intent === 'best' || question.intent === 'alternatives',
    after: afterwards(question, favoured, brands, quoter, taste),
  };
}

/** The brands an answer is about: those asked for, or those the pages favour. */
function chosen(question: Question, favoured: Brand[], taste: Taste): Brand[] {
  const { brands, intent } = question;
  if (intent === 'alternatives')
    return favoured.filter((brand) => !brands.includes(brand)).slice(0, taste.brands);
  if (brands.length > 0) return brands.slice(0, 4);
  return favoured.slice(0, intent === 'how-to' || intent === 'news' ? 2 : taste.brands);
}

function saidOf(brand: Brand, question: Question, quoter: Quoter, taste: Taste): Piece[] {
  const alone = question.brands.length === 1 && question.intent !== 'alternatives';
  const size = alone ? taste.sentences + 1 : taste.sentences;
  const features = question.features.map(({ key }) => key);
  return say[question.intent].slice(0, size).flatMap((choices) => {
    const pieces = firstOf(choices, (aspects) => quoter.quote(brand, aspects, features));
    const besides = pieces.flatMap(({ documents }) => documents);
    return taste.sentences > 1
      ? pieces
      : pieces.map((piece) => ({
          ...piece,
          documents: [...piece.documents, ...quoter.second(brand, besides)],
        }));
  });
}

function firstOf(choices: Aspect[][], quote: (aspects: Aspect[]) => Piece[]): Piece[] {
  for (const aspects of choices) {
    const pieces = quote(aspects);
    if (pieces.length > 0) return pieces;
  }
  return [];
}

function howTo(quoter: Quoter, question: Question, brands: Brand[], taste: Taste, lead: Piece[]): Outline {
  const tips = Array.from({ length: taste.sentences + 2 }, () => quoter.quote(undefined, ['tip']));
  return {
    lead,
    items: tips.filter((pieces) => pieces.length > 0).map((pieces) => ({ pieces })),
    ordered: true,
    after: brands.flatMap((brand) =>
      quoter.quote(
        brand,
        ['praise'],
        question.features.map(({ key }) => key),
      ),
    ),
  };
}

function afterwards(
  question: Question,
  favoured: Brand[],
  brands: Brand[],
  quoter: Quoter,
  taste: Taste,
): Piece[] {
  const { intent } = question;
  if (intent === 'versus') {
    const pieces = brands.flatMap((brand) => quoter.quote(brand, ['versus']));
    return pieces.slice(0, taste.sentences);
  }
  if (intent === 'profile') {
    const rivals = favoured.filter((brand) => !brands.includes(brand)).slice(0, taste.sentences);
    return rivals.flatMap((brand) => quoter.quote(brand, ['praise']));
  }
  return taste.sentences > 1 ? quoter.quote(undefined, ['tip']) : [];
}
