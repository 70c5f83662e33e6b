import { computeRate, type Interval, type Rate } from '#lib/core/metric';
import { sumClusters, type Variance } from '#lib/dashboard/analytics/statistics/clusters';
import {
  type ComparedSegment,
  getChangeInterval,
  getChangePValue,
  measureChange,
  type PeriodComparison,
} from '#lib/dashboard/analytics/statistics/compare-periods';
import { controlFalseDiscoveries } from '#lib/dashboard/analytics/statistics/distributions';
import { minPrompts } from '#lib/dashboard/analytics/statistics/estimate-interval';
import {
  estimateAdjustedEffect,
  matchPrompts,
  type PromptRates,
} from '#lib/dashboard/experiments/matched-effect';

/** The counts of one rate by segment. */
export interface EffectInput {
  treatment: readonly ComparedSegment[];
  control: readonly ComparedSegment[];
  /**
   * The rate of each prompt in the period before the two compared ones. If it is set, the effect is adjusted for earlier
   * rates. Set only if a member chose the treatment prompts, and not for the placebo test.
   */
  preceding?: ReadonlyMap<string, number>;
}

/** The compared segments of one group. */
export interface EffectGroup {
  /** The rates over all their answers. */
  before: Rate;
  after: Rate;
  /** The average change within segments. */
  change: number | null;
  promptCount: number;
}

/** A difference in differences: how much more treatment prompts changed than control prompts. */
export interface Effect {
  treatment: EffectGroup;
  control: EffectGroup;
  /**
   * The change of treatment minus the change of control, as a share. It is adjusted for earlier rates if `preceding`
   * is set and both groups have enough prompts. Null unless both groups have answers before and after the change.
   */
  difference: number | null;
  /** Its interval: 95%, or wider if several rates are tested together. Null if there is not enough data. */
  interval: Interval | null;
  verdict: 'moved' | 'within noise' | 'not enough data';
}

/** Computes the effects of one change on several rates, tested together. */
export function computeEffects(inputs: readonly EffectInput[]): Effect[] {
  const measured = inputs.map(measureEffect);
  const pValues = measured.flatMap(({ effect, variance }) =>
    variance ? [getChangePValue(effect.difference ?? 0, variance)] : [],
  );
  const decisions = controlFalseDiscoveries(pValues).values();
  return measured.map(({ effect, variance }) => {
    const decision = variance && decisions.next().value;
    if (!variance || !decision) return { ...effect, interval: null, verdict: 'not enough data' };
    const { level, isRejected } = decision;
    const interval = getChangeInterval(effect.difference ?? 0, variance, level);
    return { ...effect, interval, verdict: isRejected ? 'moved' : 'within noise' };
  });
}

/** Measures the changes of both groups. The changes are independent, so their variances add. */
function measureEffect(input: EffectInput) {
  const treatment = measureGroup(input.treatment);
  const control = measureGroup(input.control);
  const groups = { treatment: treatment.group, control: control.group };
  const changes = [treatment.group.change, control.group.change] as const;
  const difference = changes[0] === null || changes[1] === null ? null : changes[0] - changes[1];
  const variance = difference === null ? null : addVariances(treatment.variance, control.variance);
  const adjusted = variance && input.preceding ? estimateAdjustedEffect(listPromptRates(input)) : null;
  if (!adjusted) return { effect: { ...groups, difference }, variance };
  return {
    effect: { ...groups, difference: adjusted.difference },
    // Without residuals, the regression cannot estimate a variance. The variance of the unadjusted difference replaces it.
    variance: adjusted.variance.variance > 0 ? adjusted.variance : variance,
  };
}

/** Limits the control group to the prompts that were most similar to the treatment prompts before the change. */
export function matchControl(input: EffectInput): EffectInput {
  const matched = new Set(matchPrompts(listPromptRates(input)).map(({ promptId }) => promptId));
  return { ...input, control: input.control.filter(({ promptId }) => matched.has(promptId)) };
}

/** Returns the rates of each prompt, averaged over the same segments before and after. */
function listPromptRates({ treatment, control, preceding }: EffectInput): PromptRates[] {
  return [treatment, control].flatMap((group) =>
    [...Map.groupBy(group, ({ promptId }) => promptId)].map(([promptId, segments]) => {
      const { change } = measureChange(toComparison(segments));
      return {
        promptId,
        isTreatment: group === treatment,
        preceding: preceding?.get(promptId) ?? null,
        before: change.previous ?? 0,
        after: change.current ?? 0,
      };
    }),
  );
}

function toComparison(segments: readonly ComparedSegment[]): PeriodComparison {
  return {
    kind: 'rate',
    segments,
    shocks: null,
    autocorrelation: 0,
    excludedEngines: [],
    modelChanged: false,
  };
}

function measureGroup(segments: readonly ComparedSegment[]): {
  group: EffectGroup;
  variance: Variance | null;
} {
  const computePooledRate = (period: 'previous' | 'current') => {
    const { numerator, denominator } = sumClusters(segments.map((segment) => segment[period]));
    return computeRate(numerator, denominator);
  };
  const [before, after] = [computePooledRate('previous'), computePooledRate('current')];
  const promptCount = new Set(segments.map(({ promptId }) => promptId)).size;
  const { change, variance } = measureChange(toComparison(segments));
  return {
    group: { before, after, change: change.difference, promptCount },
    variance: promptCount >= minPrompts ? variance : null,
  };
}

/** Adds variances, with the degrees of freedom of Welch and Satterthwaite. */
function addVariances(treatment: Variance | null, control: Variance | null): Variance | null {
  if (!treatment || !control) return null;
  const variance = treatment.variance + control.variance;
  const terms =
    treatment.variance ** 2 / treatment.degreesOfFreedom + control.variance ** 2 / control.degreesOfFreedom;
  return { variance, degreesOfFreedom: variance ** 2 / terms };
}
