import { formatPeriod } from '#lib/core/dates';
import { formatPercent, formatPlural, formatPoints, formatPointsInterval } from '#lib/core/numbers';
import type { Effect, EffectGroup } from '#lib/dashboard/experiments/effect';
import type { ExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import type { Experiment } from '#lib/dashboard/experiments/experiments';

const minPrompts = 5;
const minAnswers = 20;

/** Formats the verdict on an experiment for a chip. */
export function formatEffectVerdict({ verdict, difference }: Effect): string {
  switch (verdict) {
    case 'moved':
      return (difference ?? 0) > 0 ? 'Moved up' : 'Moved down';
    case 'within noise':
      return 'Within noise';
    case 'not enough data':
      return 'Not enough data';
  }
}

/**
 * Summarizes an experiment: "Visibility went from 20% to 34% in the treatment prompts and from 21% to 23% in the
 * control prompts: an effect of +12 points (+4 to +20), beyond noise."
 * @param metric such as "Visibility" or "Visibility of Fjordwing"
 */
export function summarizeEffect(metric: string, effect: Effect): string {
  const { treatment, control, difference, interval, verdict } = effect;
  if (verdict === 'not enough data')
    return `Not enough data: ${describeMissing(effect, 'before and after the change')}`;
  const change = ({ before, after }: EffectGroup) =>
    `from ${formatPercent(before.value)} to ${formatPercent(after.value)}`;
  const size = `an effect of ${formatPoints(difference)} (${formatPointsInterval(interval)})`;
  const judgment = verdict === 'moved' ? 'beyond noise' : 'within noise';
  return `${metric} went ${change(treatment)} in the treatment prompts and ${change(control)} in the control prompts: ${size}, ${judgment}.`;
}

/**
 * Describes what is missing before an effect can be judged, and how much.
 * @param periods the compared periods, such as "in both periods"
 */
function describeMissing({ treatment, control }: Effect, periods: string): string {
  if (treatment.promptCount < minPrompts || control.promptCount < minPrompts) {
    return `each group needs at least ${minPrompts} prompts answered ${periods}. The treatment group has ${treatment.promptCount}, the control group ${control.promptCount}.`;
  }
  const fewest = Math.min(
    ...[treatment, control].flatMap(({ before, after }) => [before.denominator, after.denominator]),
  );
  return `each group needs at least ${minAnswers} answers ${periods}. The smallest of these counts is ${formatPlural(fewest, 'answer')}.`;
}

/** Describes how the groups were formed and how the effect was estimated. */
export function describeComparison(assignment: Experiment['assignment']): string {
  return assignment === 'random'
    ? 'Prompts were assigned at random. The confidence interval is estimated from how much the change varies between prompts.'
    : 'If you chose prompts because their results were unusually good or bad, the results tend to return to their usual level by themselves (regression to the mean). Your prompts are therefore compared with the control prompts that were most similar in the two periods before the change, and the effect is adjusted for each prompt’s starting level.';
}

/** Summarizes the placebo test of an experiment: the same comparison, between two periods before the change. */
export function summarizePlacebo({
  placebo,
  windows,
}: Pick<ExperimentResult, 'placebo' | 'windows'>): string {
  const [first, second] = [formatPeriod(windows.preceding), formatPeriod(windows.before)];
  const test = `Test with two periods before the change (${first} compared with ${second})`;
  if (!placebo) return `${test}: not enough data, because a group has no prompts answered in both periods.`;
  if (placebo.verdict === 'not enough data') {
    return `${test}: not enough data, because ${describeMissing(placebo, 'in both periods')}`;
  }
  const size = `${formatPoints(placebo.difference)} (${formatPointsInterval(placebo.interval)})`;
  const judgment =
    placebo.verdict === 'moved'
      ? 'beyond noise. The groups moved differently before the change, so don’t rely on the effect'
      : 'within noise, as expected';
  return `${test}: an effect of ${size} on visibility, ${judgment}.`;
}
