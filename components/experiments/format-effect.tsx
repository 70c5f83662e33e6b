import { formatPeriod } from '#lib/core/dates';
import { formatPlural, formatPointsInterval, formatPointTenths } from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';
import type { Effect } from '#lib/dashboard/experiments/effect';
import type { ExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import type { Experiment } from '#lib/dashboard/experiments/experiments';

const minPrompts = 5;
const minAnswers = 20;
const minOtherTopics = 4;

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
  const { treatment, control, verdict, method, leftOut } = effect;
  if (effect.refusal) return `${formatVerdict(verdict)}: ${describeRefusal(effect)}`;
  const average = method === 'topics' ? ', on average over topics' : '';
  const changes = `${metric} changed by ${formatPointTenths(treatment.change)} in the affected prompts and by ${formatPointTenths(control.change)} in the prompts they are compared with${average}.`;
  const subject =
    method === 'chosen' ? 'Adjusted for where each prompt started, the difference is' : 'The difference is';
  const without =
    leftOut > 0
      ? ` This is without ${formatPlural(leftOut, 'affected prompt')} whose whole topic was chosen.`
      : '';
  return `${changes} ${subject} ${formatSize(effect)}: ${verdict}.${without}`;
}

function formatSize({ difference, interval }: Pick<Effect, 'difference' | 'interval'>): string {
  return `${formatPointTenths(difference)} (${formatPointsInterval(interval)})`;
}

/** Describes why the groups cannot be compared, and what would help. */
function describeRefusal({ treatment, control, refusal }: Effect): string {
  switch (refusal?.reason) {
    case 'few prompts': {
      const without =
        refusal.leftOut > 0
          ? `, without the ${formatPlural(refusal.leftOut, 'prompt')} whose whole topic was chosen`
          : '';
      return `both the affected prompts and the prompts they are compared with need at least ${minPrompts} with answers before and after the change. There are ${treatment.promptCount} and ${control.promptCount}${without}.`;
    }
    case 'no history':
      return `prompts that you chose are compared by how they did in two periods before the change, and fewer than ${minPrompts} in a group have answers in both. Select a shorter period.`;
    case 'whole topics':
      return `you chose whole topics, so anything else that happened in them looks like your change. This needs at least ${minOtherTopics} other topics with two prompts each, and there ${refusal.otherTopics === 1 ? 'is 1' : `are ${refusal.otherTopics}`}. Leave some prompts of each topic out, or add prompts to other topics.`;
    case 'too similar':
      return 'too few prompts are left to tell your change from differences between topics. Add prompts, or choose them from fewer topics.';
    default: {
      const fewest = Math.min(
        ...[treatment, control].flatMap(({ before, after }) => [before.denominator, after.denominator]),
      );
      return `both the affected prompts and the prompts they are compared with need at least ${minAnswers} answers before and after the change. The smallest of these counts is ${formatPlural(fewest, 'answer')}.`;
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
  windows,
  visibility: { method },
}: Pick<ExperimentResult, 'placebo' | 'windows' | 'visibility'>): string | null {
  if (method === null) return null;
  const check =
    method === 'chosen'
      ? `Check without a change, by the same comparison for ${formatPeriod(windows.earliest)}, which played no part in choosing the prompts`
      : `Check without a change, by the same comparison from ${formatPeriod(windows.preceding)} to ${formatPeriod(windows.before)}`;
  if (!placebo) return `${check}: not possible, because too few prompts have answers then.`;
  const { low, high } = placebo.interval;
  const judgment =
    low > 0 || high < 0
      ? 'a clear difference. The groups differ even without the change, so don’t rely on the result'
      : 'no clear difference, as expected';
  return `${check}: ${formatSize(placebo)}, ${judgment}.`;
}
