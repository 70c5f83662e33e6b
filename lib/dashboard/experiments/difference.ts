import type { Variance } from '#lib/dashboard/analytics/statistics/clusters';
import { type ComparedPrompts, minPrompts } from '#lib/dashboard/experiments/compared-prompts';
import type { ExperimentPeriod, PromptRates } from '#lib/dashboard/experiments/prompt-rates';
import { estimateAdjustedDifference } from '#lib/dashboard/experiments/regression';

/** The change of the treatment prompts minus that of the control prompts. */
export interface Difference {
  /** As a share. */
  difference: number;
  variance: Variance;
}

/**
 * Measures how much more the treatment prompts changed than the control prompts after the change.
 * @returns null if nothing remains after the differences between topics
 */
export function measureDifference(compared: ComparedPrompts): Difference | null {
  return compareGroups(compared, 'after', 'before');
}

/**
 * Repeats the measurement where no change was made, with the same prompts: from `preceding` to `before`. Matched prompts
 * were matched by these two periods, so they are measured in `earliest`, which chose nothing.
 * @returns null if too few prompts have answers then
 */
export function measurePlacebo(compared: ComparedPrompts): Difference | null {
  return compared.method === 'chosen'
    ? compareGroups(compared, 'earliest', 'before')
    : compareGroups(compared, 'before', 'preceding');
}

function compareGroups(
  { method, ...groups }: ComparedPrompts,
  outcome: ExperimentPeriod,
  base: ExperimentPeriod,
): Difference | null {
  const isKnown = (prompt: PromptRates) => prompt[outcome] !== null && prompt[base] !== null;
  const treatment = groups.treatment.filter(isKnown);
  const control = groups.control.filter(isKnown);
  const getChange = (prompt: PromptRates) => (prompt[outcome] ?? 0) - (prompt[base] ?? 0);
  if (method === 'topics') {
    return compareTopics(averageByTopic(treatment, getChange), averageByTopic(control, getChange));
  }
  if (Math.min(treatment.length, control.length) < minPrompts) return null;
  return method === 'random'
    ? compareMeans(treatment.map(getChange), control.map(getChange))
    : compareMatched([...treatment, ...control], outcome);
}

/** Compares the means of independent changes, with the degrees of freedom of Welch and Satterthwaite. */
function compareMeans(treatment: readonly number[], control: readonly number[]): Difference {
  const [a, b] = [treatment, control].map((changes) => ({
    mean: getMean(changes),
    variance: getVariance(changes) / changes.length,
    degreesOfFreedom: changes.length - 1,
  }));
  if (!a || !b) throw new Error('There are two groups.');
  const variance = a.variance + b.variance;
  const terms = a.variance ** 2 / a.degreesOfFreedom + b.variance ** 2 / b.degreesOfFreedom;
  const degreesOfFreedom = terms > 0 ? variance ** 2 / terms : a.degreesOfFreedom + b.degreesOfFreedom;
  return { difference: a.mean - b.mean, variance: { variance, degreesOfFreedom } };
}

/** Compares an outcome with that of matched prompts that had the same rates before, and within topics. */
function compareMatched(prompts: readonly PromptRates[], outcome: ExperimentPeriod): Difference | null {
  const topics = [...Map.groupBy(prompts, ({ topic }) => topic)].flatMap(([topic, own]) =>
    topic !== null && new Set(own.map(({ isTreatment }) => isTreatment)).size === 2 ? [topic] : [],
  );
  return estimateAdjustedDifference(
    prompts.map((prompt) => ({
      outcome: prompt[outcome] ?? 0,
      isTreatment: prompt.isTreatment,
      covariates: [
        prompt.before,
        prompt.preceding ?? 0,
        ...topics.map((topic) => (prompt.topic === topic ? 1 : 0)),
      ],
    })),
  );
}

/** Compares the changes of whole topics: how much other topics vary shows what a topic does by itself. */
function compareTopics(treatment: readonly number[], control: readonly number[]): Difference | null {
  if (treatment.length === 0 || control.length < 2) return null;
  const variance = getVariance(control) * (1 / treatment.length + 1 / control.length);
  return {
    difference: getMean(treatment) - getMean(control),
    variance: { variance, degreesOfFreedom: control.length - 1 },
  };
}

/** Returns the mean of a value by topic. */
export function averageByTopic(
  prompts: readonly PromptRates[],
  read: (prompt: PromptRates) => number,
): number[] {
  return [...Map.groupBy(prompts, ({ topic }) => topic).values()].map((own) => getMean(own.map(read)));
}

export function getMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the sample variance. */
function getVariance(values: readonly number[]): number {
  const mean = getMean(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
