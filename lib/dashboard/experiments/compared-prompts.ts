import type { PromptRates } from '#lib/dashboard/experiments/prompt-rates';

/** Prompts that each group needs. */
export const minPrompts = 5;
/** Other topics that whole topics are compared with, and prompts that each of these needs. */
const minOtherTopics = 4;
const minTopicPrompts = 2;
/** The maximum number of control prompts for each treatment prompt that was chosen. */
const maxMatches = 3;

/** The way in which the groups of an experiment are compared: `topics` for whole topics that were chosen. */
export type Method = 'random' | 'chosen' | 'topics';

/** The prompts that an experiment compares. */
export interface ComparedPrompts {
  method: Method;
  treatment: readonly PromptRates[];
  control: readonly PromptRates[];
  /** Treatment prompts that are left out, because no control prompt has their topic. */
  leftOut: number;
}

/** The reason why the groups cannot be compared. */
export type Refusal =
  | { reason: 'few answers' }
  /** A group has fewer than five prompts with answers before and after the change, without those left out. */
  | { reason: 'few prompts'; leftOut: number }
  /** A group has fewer than five prompts with answers also in the period before those. */
  | { reason: 'no history' }
  /** Whole topics were chosen, and there are too few other topics. */
  | { reason: 'whole topics'; otherTopics: number }
  /** Nothing remains after the differences between topics. */
  | { reason: 'too similar' };

/**
 * Selects the prompts that an experiment compares, without looking at what happened after the change. Prompts drawn at
 * random are compared with all others, chosen ones with the most similar others, and whole topics with other topics.
 */
export function selectComparedPrompts(
  prompts: readonly PromptRates[],
  assignment: 'random' | 'chosen',
): ComparedPrompts | Refusal {
  if (assignment === 'random') {
    const [treatment, control] = splitGroups(prompts);
    if (isTooSmall(treatment, control)) return { reason: 'few prompts', leftOut: 0 };
    return { method: 'random', treatment, control, leftOut: 0 };
  }
  // Prompts without earlier answers cannot be matched.
  const known = prompts.filter(({ preceding }) => preceding !== null);
  const [treatment, control] = splitGroups(known);
  const controlTopics = new Set(control.map(({ topic }) => topic));
  const isWholeTopic = ({ topic }: PromptRates) => topic !== null && !controlTopics.has(topic);
  const remaining = treatment.filter((prompt) => !isWholeTopic(prompt));
  if (treatment.length > 0 && remaining.length === 0) return selectTopics(treatment, control);
  const matched = matchControls(remaining, control);
  const leftOut = treatment.length - remaining.length;
  if (isTooSmall(remaining, matched)) {
    const isNew = !isTooSmall(...splitGroups(prompts)) && isTooSmall(treatment, control);
    return isNew ? { reason: 'no history' } : { reason: 'few prompts', leftOut };
  }
  return { method: 'chosen', treatment: remaining, control: matched, leftOut };
}

function splitGroups(prompts: readonly PromptRates[]): [treatment: PromptRates[], control: PromptRates[]] {
  const { true: treatment = [], false: control = [] } = Object.groupBy(prompts, ({ isTreatment }) =>
    isTreatment ? 'true' : 'false',
  );
  return [treatment, control];
}

function isTooSmall(...groups: readonly (readonly PromptRates[])[]): boolean {
  return groups.some(({ length }) => length < minPrompts);
}

/** Selects the topics that whole topics are compared with: an event in a topic affects all of its prompts alike. */
function selectTopics(
  treatment: readonly PromptRates[],
  control: readonly PromptRates[],
): ComparedPrompts | Refusal {
  const topics = Map.groupBy(
    control.filter(({ topic }) => topic !== null),
    ({ topic }) => topic,
  );
  const large = [...topics.values()].filter(({ length }) => length >= minTopicPrompts);
  if (large.length < minOtherTopics) return { reason: 'whole topics', otherTopics: large.length };
  return { method: 'topics', treatment, control: large.flat(), leftOut: 0 };
}

/**
 * Returns, for each treatment prompt, the control prompts that were most similar to it in the period before the change
 * and in the one before that. Each control prompt is used at most once.
 */
function matchControls(treatment: readonly PromptRates[], control: readonly PromptRates[]): PromptRates[] {
  const available = new Set(control);
  const matched: PromptRates[] = [];
  const byRate = treatment.toSorted((a, b) => a.before - b.before);
  for (let round = 0; round < maxMatches; round += 1) {
    for (const prompt of byRate) {
      const nearest = findNearest(prompt, available);
      if (!nearest) return matched;
      available.delete(nearest);
      matched.push(nearest);
    }
  }
  return matched;
}

function findNearest(prompt: PromptRates, others: ReadonlySet<PromptRates>): PromptRates | undefined {
  let nearest: PromptRates | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const distance =
      Math.abs(other.before - prompt.before) + Math.abs((other.preceding ?? 0) - (prompt.preceding ?? 0));
    if (distance < nearestDistance) [nearest, nearestDistance] = [other, distance];
  }
  return nearest;
}
