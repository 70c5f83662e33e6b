import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPercent } from '#lib/core/numbers';
import { roundPreservingSum } from '#lib/core/round-preserving-sum';
import type { SpotCheckData } from '#lib/dashboard/analytics/answers/spot-check';

const messages = defineMessages({
  summary:
    'Ask it yourself {tries, plural, =1 {once} =2 {twice} =3 {three times} =4 {four times} =5 {five times} other {# times}}: at {level}, {none, plural, =0 {almost everyone who does so would see {brand}{tries, plural, =1 {} other { at least once}}} =100 {almost nobody who does so would see {brand}} other {about # of 100 people who do so would not see {brand}{tries, plural, =1 {} other { at all}}}}.',
  stored:
    '{answers, plural, one {The only stored answer in this period {mentioned, plural, =0 {doesn’t mention} other {mentions}}} other {{mentioned, number} of # stored answers in this period {mentioned, plural, one {mentions} other {mention}}}} {brand}.',
  drawn: 'That is few, so the expected share ({level}) is drawn to the mean of the engine.',
  outcome: '{mentions, number} of {tries, number}',
  people: '{people, plural, =0 {under 1} other {#}} of 100 people',
  mentioned:
    '{tries, plural, one {The answer {mentions, plural, =0 {doesn’t mention} other {mentions}}} other {{mentions, number} of # answers {mentions, plural, one {mentions} other {mention}}}} {brand}',
  placed:
    '{mentioned}: {people, plural, =0 {fewer than 1} other {#}} of 100 people {people, plural, =0 {sees} one {sees} other {see}} this{side, select, less { or less} more { or more} other {}}.',
  method:
    'The expected share ({level}) is that of the stored answers in this period, drawn a little to the mean of the engine, because a few answers say little. The chances also allow for how exactly the share is known, and for how alike the answers are that one person gets (likeness {likeness}, from 0 to 1). People who are signed in, or ask later or elsewhere, can see something else.',
  unanswered:
    '{count, plural, one {# request had} other {# requests had}} no answer: the engine showed none.',
  failed: '{count, plural, one {# request} other {# requests}} failed: {reason}',
});

/** The outcome of a number of tries, with how many of 100 people have it. */
export interface SpotOutcome {
  mentions: number;
  people: number;
  /** "1 of 3" */
  label: string;
  /** "21 of 100 people" */
  share: string;
}

/** Lists the possible outcomes; their people add up to 100. */
export function listSpotOutcomes({
  chances,
  tries,
}: Pick<SpotCheckData, 'chances' | 'tries'>): SpotOutcome[] {
  return roundPreservingSum(
    chances.map((chance) => 100 * chance),
    1,
  ).map((people, mentions) => ({
    mentions,
    people,
    label: messages.outcome({ mentions, tries }),
    share: messages.people({ people }),
  }));
}

/** Says what people see who ask a few times: "Ask it yourself three times: at 45%, about 21 of 100 people …" */
export function summarizeSpotCheck(
  check: Pick<SpotCheckData, 'brand' | 'level' | 'chances' | 'tries'>,
): string {
  const none = listSpotOutcomes(check)[0]?.people ?? 0;
  return messages.summary({
    tries: check.tries,
    level: formatPercent(check.level),
    none,
    brand: check.brand,
  });
}

/** A difference of the expected share from that of the stored answers that needs an explanation. */
const maxUnexplained = 0.03;

/** Says how many stored answers mention the brand, and why more or fewer are expected. */
export function describeStoredAnswers({
  answers,
  mentioned,
  brand,
  level,
}: Pick<SpotCheckData, 'answers' | 'mentioned' | 'brand' | 'level'>): string {
  const isDrawn = Math.abs(mentioned / answers - level) >= maxUnexplained;
  return joinSentences([
    messages.stored({ answers, mentioned, brand }),
    isDrawn ? messages.drawn({ level: formatPercent(level) }) : null,
  ]);
}

/** Explains where the chances come from. */
export function describeSpotMethod({ level, likeness }: Pick<SpotCheckData, 'level' | 'likeness'>): string {
  return messages.method({ level: formatPercent(level), likeness: likeness.toFixed(2) });
}

/** Says how unusual a result is: "2 of 3 answers mention Fjordwing: 38 of 100 people see this or more." */
export function placeResult(
  check: Pick<SpotCheckData, 'brand' | 'level' | 'chances' | 'tries'>,
  mentions: number,
): string {
  const { brand, level, tries } = check;
  const outcomes = listSpotOutcomes(check);
  const isLow = mentions < level * tries;
  const isEnd = mentions === (isLow ? 0 : tries);
  const people = outcomes
    .filter((outcome) => (isLow ? outcome.mentions <= mentions : outcome.mentions >= mentions))
    .reduce((sum, outcome) => sum + outcome.people, 0);
  return messages.placed({
    mentioned: messages.mentioned({ mentions, tries, brand }),
    people,
    side: isEnd ? 'other' : isLow ? 'less' : 'more',
  });
}

/** Describes requests without an answer, and those that failed. */
export function listMissingAnswers({
  withoutAnswer,
  failed,
  failure,
}: {
  withoutAnswer: number;
  failed: number;
  failure: string | null;
}): string[] {
  return [
    ...(withoutAnswer > 0 ? [messages.unanswered({ count: withoutAnswer })] : []),
    ...(failed > 0 ? [messages.failed({ count: failed, reason: failure ?? '' })] : []),
  ];
}
