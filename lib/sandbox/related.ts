import type { Question } from '#lib/sandbox/question';

/** Questions a reader might ask next. */
export function relatedTo({ brands, category, intent }: Question): string[] {
  const [first, second] = brands.length > 0 ? brands : category.brands;
  const questions = [
    intent === 'best' ? '' : `What are the best ${category.name} right now?`,
    first === undefined || intent === 'alternatives' ? '' : `What are good alternatives to ${first.name}?`,
    first === undefined || second === undefined || intent === 'versus'
      ? ''
      : `${first.name} vs ${second.name}: which is better?`,
    intent === 'price' ? '' : `How much should I pay for a ${category.singular}?`,
    intent === 'how-to' ? '' : `How do I look after ${category.name}?`,
  ];
  return questions.filter((question) => question !== '').slice(0, 4);
}
