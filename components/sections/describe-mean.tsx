import { defineMessages } from '#lib/core/messages';

const messages = defineMessages({
  average: 'Average of {answers, plural, one {# answer} other {# answers}}',
});

/** Describes what a mean is computed from: "Average of 1,204 answers". */
export function describeMean({ answers }: { answers: number }): string {
  return messages.average({ answers });
}
