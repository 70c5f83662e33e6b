import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import { listed } from '#lib/sandbox/lead';
import type { Moment } from '#lib/sandbox/moment';
import { strength } from '#lib/sandbox/momentum';
import type { Question } from '#lib/sandbox/question';
import { shuffle } from '#lib/sandbox/seed';

/** Whether the generative assistant answers without a search: advice that asks for no brand by name. */
export function knowsByHeart(question: Question): boolean {
  return question.intent === 'how-to' && question.brands.length === 0;
}

/** An answer from what the assistant learnt up to the start of the quarter: no search, so no sources. */
export function composeFromMemory(question: Question, moment: Moment): Draft {
  const { category, prompt } = question;
  const learnt =
    Date.UTC(moment.date.getUTCFullYear(), Math.floor(moment.date.getUTCMonth() / 3) * 3) / 86_400_000;
  const known = category.brands
    .map((brand) => ({ brand, weight: strength(brand, learnt) * (brand.home === moment.country ? 1.25 : 1) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ brand }) => brand.name);
  const writer = new DraftWriter(0);
  writer.add('paragraph', { text: `Here is what generally holds for ${category.name}.` });
  writer.add('heading', { text: 'In short' });
  for (const tip of shuffle(category.tips, prompt).slice(0, 4)) writer.add('bullet', { text: tip });
  writer.add('paragraph', { text: `Well-known makers in this market include ${listed(known)}.` });
  return writer.finish([]);
}
