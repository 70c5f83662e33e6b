import { formatDate, formatPeriod } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import { formatPointsInterval, formatPointTenths } from '#lib/core/numbers';
import { roundStep } from '#lib/core/round-preserving-sum';
import { capitalize } from '#lib/core/text';
import type { Effect } from '#lib/dashboard/experiments/effect';
import type { ExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import type { Experiment } from '#lib/dashboard/experiments/experiments';

const minPrompts = 5;
const minAnswers = 20;
const minOtherTopics = 4;

const messages = defineMessages({
  effect:
    '{metric} changed by {treatment} in the affected prompts and by {control} in the prompts they are compared with{average, select, topics {, on average over topics} other {}}. {adjustment, select, chosen {Adjusted for where each prompt started, the difference is} other {The difference is}} {difference} ({interval}): {verdict}.{leftOut, plural, =0 {} one { This is without # affected prompt whose whole topic was chosen.} other { This is without # affected prompts whose whole topic was chosen.}}',
  fewPrompts:
    '{verdict}: both the affected prompts and the prompts they are compared with need at least {needed, number} with answers before and after the change. There are {treatment, number} and {control, number}{leftOut, plural, =0 {} one {, without the # prompt whose whole topic was chosen} other {, without the # prompts whose whole topic was chosen}}.',
  noHistory:
    '{verdict}: prompts that you chose are compared by how they did in two periods before the change, and fewer than {needed, number} in a group have answers in both. Select a shorter period.',
  wholeTopics:
    '{verdict}: you chose whole topics, so anything else that happened in them looks like your change. This needs at least {needed, number} other topics with two prompts each, and there {topics, plural, one {is #} other {are #}}. Leave some prompts of each topic out, or add prompts to other topics.',
  tooSimilar:
    '{verdict}: too few prompts are left to tell your change from differences between topics. Add prompts, or choose them from fewer topics.',
  fewAnswers:
    '{verdict}: both the affected prompts and the prompts they are compared with need at least {needed, number} answers before and after the change. The smallest of these counts is {fewest, plural, one {# answer} other {# answers}}.',
  uncovered:
    'Check without a change: not possible, because it needs answers from {from} on, and answers begin on {firstDay}.',
  placebo:
    'Check without a change, by the same comparison {method, select, chosen {for {earliest}, which played no part in choosing the prompts} other {from {preceding} to {before}}}: {result, select, none {not possible, because too few prompts have answers then} clear {{difference} ({interval}), a clear difference. The groups differ even without the change, so don’t rely on the result} other {{difference} ({interval}), no clear difference, as expected}}.',
});

/** Formats the verdict on an experiment for a chip: "Up". */
export function formatVerdict(verdict: Effect['verdict']): string {
  return capitalize(verdict);
}

/**
 * Summarizes an experiment: "Visibility changed by +14.0 points in the affected prompts and by +2.0 points in the prompts
 * they are compared with. The difference is +12.0 points (+4 to +20): up."
 * @param metric such as "Visibility" or "Visibility of Fjordwing"
 */
export function summarizeEffect(metric: string, effect: Effect): string {
  const { verdict, method, leftOut } = effect;
  if (effect.refusal) return describeRefusal(effect);
  const changes = roundChanges(effect);
  return messages.effect({
    metric,
    treatment: formatPointTenths(changes.treatment),
    control: formatPointTenths(changes.control),
    average: method === 'topics' ? method : 'other',
    adjustment: method === 'chosen' ? method : 'other',
    ...formatSize(effect),
    verdict,
    leftOut,
  });
}

/** Rounds the changes of both groups so that they differ by the difference that is shown, unless it is adjusted. */
function roundChanges({ treatment, control, method }: Effect) {
  const changes = { treatment: treatment.change, control: control.change };
  if (method === 'chosen' || treatment.change === null || control.change === null) return changes;
  const { before, after } = roundStep({ before: control.change, after: treatment.change }, 0.001);
  return { treatment: after, control: before };
}

function formatSize({ difference, interval }: Pick<Effect, 'difference' | 'interval'>) {
  return { difference: formatPointTenths(difference), interval: formatPointsInterval(interval) };
}

/** Describes why the groups cannot be compared, and what would help. */
function describeRefusal({ treatment, control, refusal, verdict: kind }: Effect): string {
  const verdict = formatVerdict(kind);
  switch (refusal?.reason) {
    case 'few prompts':
      return messages.fewPrompts({
        verdict,
        needed: minPrompts,
        treatment: treatment.promptCount,
        control: control.promptCount,
        leftOut: refusal.leftOut,
      });
    case 'no history':
      return messages.noHistory({ verdict, needed: minPrompts });
    case 'whole topics':
      return messages.wholeTopics({ verdict, needed: minOtherTopics, topics: refusal.otherTopics });
    case 'too similar':
      return messages.tooSimilar({ verdict });
    default: {
      const fewest = Math.min(
        ...[treatment, control].flatMap(({ before, after }) => [before.denominator, after.denominator]),
      );
      return messages.fewAnswers({ verdict, needed: minAnswers, fewest });
    }
  }
}

/** Describes how the groups were formed and compared. */
export function describeComparison(
  assignment: Experiment['assignment'],
  { method }: Pick<Effect, 'method'>,
): string {
  if (assignment === 'random')
    return 'Prompts were assigned at random. The interval shows how much the change varies from prompt to prompt.';
  if (method === 'topics')
    return 'You chose whole topics, and an event in a topic affects all of its prompts. They are therefore compared with other topics, and the interval shows how much topics change by themselves.';
  return 'If you chose prompts because their results were unusually good or bad, the results tend to return to their usual level by themselves (regression to the mean). Your prompts are therefore compared with the prompts that were most similar in the two periods before the change, within topics, and the difference is adjusted for where each prompt started.';
}

/**
 * Summarizes the placebo test of an experiment: the same comparison, where no change was made. Null if the groups cannot be
 * compared.
 */
export function summarizePlacebo({
  placebo,
  placeboFrom,
  firstDay,
  windows,
  visibility: { method },
}: Pick<ExperimentResult, 'placebo' | 'placeboFrom' | 'firstDay' | 'windows' | 'visibility'>): string | null {
  if (method === null || placeboFrom === null) return null;
  if (firstDay !== null && firstDay > placeboFrom) {
    return messages.uncovered({ firstDay: formatDate(firstDay), from: formatDate(placeboFrom) });
  }
  const isClear = placebo !== null && (placebo.interval.low > 0 || placebo.interval.high < 0);
  return messages.placebo({
    method: method === 'chosen' ? 'chosen' : 'other',
    earliest: formatPeriod(windows.earliest),
    preceding: formatPeriod(windows.preceding),
    before: formatPeriod(windows.before),
    result: placebo ? (isClear ? 'clear' : 'other') : 'none',
    ...(placebo ? formatSize(placebo) : { difference: '', interval: '' }),
  });
}
