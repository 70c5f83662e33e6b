import { formatCount, formatPlural } from '#lib/core/numbers';

/** What a page says instead of a value that the provider of an answer did not report. */
export const notReported = 'Not reported';

/**
 * Says for how many answers a value is known: "Citations are known for 1,204 of 3,600 answers."
 * @param subject a plural, such as "Citations"
 * @param known the number of answers whose provider reported the value; undefined if unknown
 * @returns null if it is known for all of them
 */
export function describeCoverage(subject: string, known: number | undefined, answers: number): string | null {
  if (known === undefined || known >= answers) return null;
  if (known === 0)
    return `${subject} are not reported for ${answers === 1 ? 'this answer' : 'these answers'}.`;
  return `${subject} are known for ${formatCount(known)} of ${formatPlural(answers, 'answer')}.`;
}
