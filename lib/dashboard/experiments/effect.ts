import { computeRate, type Interval, type Rate } from '#lib/core/metric';
import { sumClusters, type Variance } from '#lib/dashboard/analytics/statistics/clusters';
import {
  type ComparedPrompts,
  type Method,
  type Refusal,
  selectComparedPrompts,
} from '#lib/dashboard/experiments/compared-prompts';
import {
  averageByTopic,
  type Difference,
  getMean,
  measureDifference,
  measurePlacebo,
} from '#lib/dashboard/experiments/difference';
import {
  computePromptRates,
  type ExperimentSegment,
  type PromptRates,
  selectPaired,
} from '#lib/dashboard/experiments/prompt-rates';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** Answers that each group needs before and after the change. */
const minAnswers = 20;

/** The compared prompts of one group. */
export interface EffectGroup {
  /** The rates over all their answers. */
  before: Rate;
  after: Rate;
  /** The mean of the prompts' changes; for whole topics, of the topics' changes. Null without prompts. */
  change: number | null;
  promptCount: number;
}

/** A difference and its 95% interval, as shares. */
export interface EffectSize {
  difference: number;
  interval: Interval;
}

/** The change of the treatment prompts minus that of the control prompts. */
export interface Effect {
  treatment: EffectGroup;
  control: EffectGroup;
  /**
   * The change of treatment minus the change of control, as a share. For chosen prompts, it is adjusted for earlier rates.
   * Null if there is a refusal.
   */
  difference: number | null;
  /** Its 95% interval. */
  interval: Interval | null;
  verdict: 'up' | 'down' | 'no clear change' | 'too early' | 'not comparable';
  /** Null if the groups cannot be compared. */
  method: Method | null;
  /** The reason for the verdict "too early" or "not comparable"; otherwise null. */
  refusal: Refusal | null;
  /** Treatment prompts that are left out, because no control prompt has their topic. */
  leftOut: number;
}

/** The effect of a change on one rate, with everything that was compared. */
export interface MeasuredEffect {
  effect: Effect;
  /** The same measurement where no change was made; null if too few prompts have answers then. */
  placebo: EffectSize | null;
  /** The prompts that were compared; null if the groups cannot be compared. */
  compared: ComparedPrompts | null;
}

/** Measures how much more a rate changed in treatment prompts than in control prompts. */
export function measureEffect(
  segments: readonly ExperimentSegment[],
  assignment: 'random' | 'chosen',
): MeasuredEffect {
  const paired = selectPaired(segments);
  const prompts = computePromptRates(paired);
  const selected = selectComparedPrompts(prompts, assignment);
  const compared = 'method' in selected ? selected : null;
  const summarize = (isTreatment: boolean) => {
    const group = prompts.filter((prompt) => prompt.isTreatment === isTreatment);
    const own = compared ? (isTreatment ? compared.treatment : compared.control) : group;
    return describeGroup(paired, own, compared?.method ?? null);
  };
  const groups = { treatment: summarize(true), control: summarize(false) };
  const refuse = (refusal: Refusal): MeasuredEffect => ({
    effect: { ...groups, ...noDifference, verdict: getVerdict(refusal), refusal },
    placebo: null,
    compared: null,
  });
  if (countFewestAnswers(groups) === 0) return refuse({ reason: 'few answers' });
  if (!('method' in selected)) return refuse(selected);
  if (countFewestAnswers(groups) < minAnswers) return refuse({ reason: 'few answers' });
  const measured = measureDifference(selected);
  if (!measured) return refuse({ reason: 'too similar' });
  const minVariance = getMinVariance(groups);
  const { difference, interval } = toEffectSize(measured, minVariance);
  const placebo = measurePlacebo(selected);
  const { method, leftOut } = selected;
  const verdict = interval.low > 0 ? 'up' : interval.high < 0 ? 'down' : 'no clear change';
  return {
    effect: { ...groups, difference, interval, verdict, method, leftOut, refusal: null },
    placebo: placebo && toEffectSize(placebo, minVariance),
    compared: selected,
  };
}

const noDifference = { difference: null, interval: null, method: null, leftOut: 0 };

function getVerdict({ reason }: Refusal): Effect['verdict'] {
  return reason === 'few answers' ? 'too early' : 'not comparable';
}

function describeGroup(
  segments: readonly ExperimentSegment[],
  prompts: readonly PromptRates[],
  method: Method | null,
): EffectGroup {
  const ids = new Set(prompts.map(({ promptId }) => promptId));
  const own = segments.filter(({ promptId }) => ids.has(promptId));
  const computePooledRate = (period: 'before' | 'after') => {
    const { numerator, denominator } = sumClusters(own.map(({ counts }) => counts[period]));
    return computeRate(numerator, denominator);
  };
  const getChange = ({ before, after }: PromptRates) => after - before;
  const changes = method === 'topics' ? averageByTopic(prompts, getChange) : prompts.map(getChange);
  return {
    before: computePooledRate('before'),
    after: computePooledRate('after'),
    change: changes.length > 0 ? getMean(changes) : null,
    promptCount: prompts.length,
  };
}

type Groups = Pick<Effect, 'treatment' | 'control'>;

/** Returns the smallest number of answers that a group has before or after the change. */
function countFewestAnswers({ treatment, control }: Groups): number {
  return Math.min(
    ...[treatment, control].flatMap(({ before, after }) => [before.denominator, after.denominator]),
  );
}

function toEffectSize({ difference, variance }: Difference, minVariance: Variance): EffectSize {
  // Rounding leaves a tiny remainder when all prompts changed alike.
  const estimate = variance.variance < 1e-12 ? minVariance : variance;
  const halfWidth = getQuantile(estimate.degreesOfFreedom) * Math.sqrt(estimate.variance);
  return { difference, interval: { low: difference - halfWidth, high: difference + halfWidth } };
}

/**
 * Returns the variance of an effect whose estimated variance is 0, such as when all prompts changed alike: that of the
 * answers (Agresti and Caffo, American Statistician 54, 2000).
 */
function getMinVariance({ treatment, control }: Groups): Variance {
  let variance = 0;
  for (const { numerator, denominator } of [treatment, control].flatMap(({ before, after }) => [
    before,
    after,
  ])) {
    const share = (numerator + 1) / (denominator + 2);
    variance += (share * (1 - share)) / (denominator + 2);
  }
  return { variance, degreesOfFreedom: Number.POSITIVE_INFINITY };
}
