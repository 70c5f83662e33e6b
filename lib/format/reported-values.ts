import { defineMessages } from '#lib/core/messages';

/** What a page says instead of a value that the provider of an answer did not report. */
export const notReported = 'Not reported';

const messages = defineMessages({
  none: '{subject, select, citations {Citations} searchQueries {Search queries} other {}} are not reported for {answers, plural, one {this answer} other {these answers}}.',
  some: '{subject, select, citations {Citations} searchQueries {Search queries} other {}} are known for {known, number} of {answers, plural, one {# answer} other {# answers}}.',
  unknownStructure: 'It is unknown how many answers are stored without structure and rank in text order.',
  structure:
    '{without, number} of {known, plural, one {# answer is stored without structure and ranks} other {# answers are stored without structure and rank}} in text order.',
  partlyKnownStructure:
    '{without, number} of {known, plural, one {# answer is stored without structure and ranks} other {# answers are stored without structure and rank}} in text order; for {unknown, number} more, this is unknown.',
});

/**
 * Says for how many answers a value is known: "Citations are known for 1,204 of 3,600 answers."
 * @param known the number of answers whose provider reported the value; undefined if unknown
 * @returns null if it is known for all of them
 */
export function describeCoverage(
  subject: 'citations' | 'searchQueries',
  known: number | undefined,
  answers: number,
): string | null {
  if (known === undefined || known >= answers) return null;
  return known === 0 ? messages.none({ subject, answers }) : messages.some({ subject, known, answers });
}

/**
 * Says how many answers are stored without lists, tables and headings, in which brands rank in text order.
 * @param known the number of answers of which this is known, as an earlier release did not count them
 * @returns null if no answer is, or if nothing is known about a frozen report
 */
export function describeStructure(
  structure: { known: number; without: number } | undefined,
  answers: number,
): string | null {
  if (!structure) return null;
  const { known, without } = structure;
  const unknown = answers - known;
  if (without === 0 && unknown <= 0) return null;
  if (known === 0) return messages.unknownStructure();
  return unknown > 0
    ? messages.partlyKnownStructure({ without, known, unknown })
    : messages.structure({ without, known });
}
