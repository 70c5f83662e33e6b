import type { Brand } from '#lib/sandbox/market/category';
import type { Question } from '#lib/sandbox/question';
import type { Piece, Quoter } from '#lib/sandbox/quote';
import { pick } from '#lib/sandbox/seed';
import { fillIn } from '#lib/sandbox/words';

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

function phrase(phrases: string[], question: Question, subject: string): string {
  const fitting = question.brands.length > 0 ? phrases.slice(0, 1) : phrases;
  return fillIn(pick(fitting, question.prompt), { t: subject });
}

/** The first lines of an answer: the finding in one sentence, in the engine's own words. */
export function leadOf(question: Question, brands: Brand[], quoter: Quoter): Piece[] {
  const { category, intent } = question;
  const names = brands.map(({ name }) => name);
  const asked = listed(question.brands.map(({ name }) => name));
  const topic = topicOf(question);
  if (names.length === 0) return [own(`Few pages of this market speak of ${topic}.`)];
  if (intent === 'versus') return [own(`${asked} compared: it depends on what matters most to you.`)];
  if (intent === 'profile') return quoter.quote(brands[0], ['character']);
  if (intent === 'how-to') return [own(`A few habits matter more than the brand of ${category.singular}.`)];
  const subject = question.brands.length > 0 ? asked : category.name;
  if (intent === 'news') return [own(`The latest about ${listed(names)}:`)];
  if (intent === 'problem') return [own(phrase(troubles, question, subject))];
  if (intent === 'price') return [own(phrase(costs, question, subject))];
  if (intent === 'alternatives') {
    const reason = question.brands.flatMap((brand) => quoter.quote(brand, ['fault'])).slice(0, 1);
    return [own(`The alternatives to ${asked} worth a look are ${listed(names)}.`), ...reason];
  }
  const [first = '', ...rest] = names;
  if (rest.length === 0) return [own(`For ${topic}, ${first} stands out.`)];
  const opening =
    rest.length === 1 ? 'For {t}, {x} comes out ahead of {r}.' : pick(openings, question.prompt);
  return [own(fillIn(opening, { t: topic, x: first, r: listed(rest.slice(0, 2)) }))];
}

function topicOf({ category, features }: Question): string {
  const labels = features.slice(0, 2).map(({ label }) => label);
  return labels.length === 0 ? category.name : `${category.name} with an eye on ${listed(labels)}`;
}

/** "A", "A and B", "A, B and C". */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function own(text: string): Piece {
  return { text, documents: [] };
}
