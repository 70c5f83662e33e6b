import type { Interval, Rate } from '#lib/core/rate';
import { formatPercent, formatPlural, formatPoints, formatPointsInterval } from '#lib/format/formats';

/** One of the two groups of an experiment. */
export interface ArmFacts {
  before: Rate;
  now: Rate;
  prompts: number;
}

/** What a change did, as the question about it returns it. */
export interface EffectFacts {
  treated: ArmFacts;
  control: ArmFacts;
  difference: number | null;
  interval: Interval | null;
  verdict: 'moved' | 'within noise' | 'not enough data';
}

const leastPrompts = 5;
const leastAnswers = 20;

/** The verdict in a few words, for a chip. */
export function effectLabel({ verdict, difference }: EffectFacts): string {
  switch (verdict) {
    case 'moved':
      return (difference ?? 0) > 0 ? 'Moved up beyond noise' : 'Moved down beyond noise';
    case 'within noise':
      return 'Within noise';
    case 'not enough data':
      return 'Not enough data';
  }
}

/**
 * What happened to a rate, in a sentence or two: "Visibility in the changed prompts went from 20% to 34%, that in the
 * others from 21% to 23%: a difference of +12 points (+4 to +20), beyond noise and beyond the control."
 * @param rate what is compared, such as "Visibility" or "Visibility of Fjordwing"
 */
export function effectSentence(rate: string, effect: EffectFacts): string {
  const { treated, control, difference, interval, verdict } = effect;
  if (verdict === 'not enough data') return `Not enough data: ${missing(effect)}`;
  const went = ({ before, now }: ArmFacts) =>
    `from ${formatPercent(before.value)} to ${formatPercent(now.value)}`;
  const size = `a difference of ${formatPoints(difference)} (${formatPointsInterval(interval)})`;
  const judged =
    verdict === 'moved'
      ? 'moved beyond noise and beyond the control'
      : 'within noise, so it may have come by chance';
  return `${rate} in the changed prompts went ${went(treated)}, that in the others ${went(control)}: ${size}, ${judged}.`;
}

/** What is lacking before an effect can be judged, and how much of it. */
function missing({ treated, control }: EffectFacts): string {
  if (treated.prompts < leastPrompts || control.prompts < leastPrompts) {
    return `at least ${leastPrompts} prompts answered before and after are needed on both sides; there are ${treated.prompts} changed and ${control.prompts} other ones.`;
  }
  const fewest = Math.min(
    ...[treated, control].flatMap(({ before, now }) => [before.denominator, now.denominator]),
  );
  return `at least ${leastAnswers} answers are needed before and after on both sides; the smallest has ${formatPlural(fewest, 'answer')}.`;
}
