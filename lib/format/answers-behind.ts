import { formatPlural } from '#lib/format/formats';

/** The answers behind a figure, with the words of the link that leads there. */
export interface AnswersBehind {
  href: string;
  words: string;
}

/**
 * What the link from a figure to its answers says: "See the 458 answers naming Fjordwing". It always counts answers,
 * also where the figure counts citations or sentences, so that the list holds as many as were promised.
 * @param href left out on a page without a list of answers
 * @param which a participle, which fits one answer and many: "naming Fjordwing"
 * @returns undefined without a list, and where no answer stands behind the figure
 */
export function answersBehind(
  href: string | undefined,
  answers: number,
  which: string,
): AnswersBehind | undefined {
  if (!href || answers === 0) return undefined;
  return { href, words: `See the ${answers === 1 ? 'answer' : formatPlural(answers, 'answer')} ${which}` };
}
