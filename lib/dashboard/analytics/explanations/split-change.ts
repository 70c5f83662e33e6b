import { z } from 'zod';
import { type Cluster, sumClusters, type Variance } from '#lib/dashboard/analytics/statistics/clusters';
import {
  type ComparedSegment,
  getChangeInterval,
  getChangePValue,
  measureChange,
  type PeriodComparison,
} from '#lib/dashboard/analytics/statistics/compare-periods';
import { minPrompts } from '#lib/dashboard/analytics/statistics/estimate-interval';
import { getVarianceInflation } from '#lib/dashboard/analytics/statistics/run-shocks';

/** The part of a change that one cause explains, in the metric's unit. */
const changePartSchema = z.object({
  cause: z.enum(['prompts', 'mix', 'model', 'sources', 'other', 'noise']),
  difference: z.number(),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe('Null if there is too little data to estimate it.'),
});
export type ChangePart = z.output<typeof changePartSchema>;

/** A metric over all answers of each period, and the difference split into parts that add up to it. */
export const changeSplitSchema = z.object({
  previous: z.number().describe('The metric over all answers of the previous period.'),
  current: z.number(),
  parts: z.array(changePartSchema).describe('The difference by cause; the parts add up to it.'),
});
export type ChangeSplit = z.output<typeof changeSplitSchema>;

/** A segment with the data by which its change is split. */
export interface SplitSegment extends ComparedSegment {
  /** True if a different model serves its engine in the current period. */
  isModelChanged: boolean;
  /** Its answers that cite gained or lost sources (see `CitingCounts`); undefined if there are no such sources. */
  citing?: { current: CitingCounts; previous: CitingCounts };
}

type Period = 'current' | 'previous';
const periods = ['current', 'previous'] as const;

/**
 * The answers that cite only gained sources, only lost sources, and both kinds; each answer is counted once. Gained
 * sources are cited more often than in the previous period, lost sources less often.
 */
export type CitingCounts = readonly [gained: Cluster, lost: Cluster, both: Cluster];

interface SplitOptions {
  /** The settings of the comparison; its segments are replaced by those of `segments` whose model did not change. */
  comparison: PeriodComparison;
  /** Alpha, such as 0.05 for 95% intervals. */
  significanceLevel: number;
}

/**
 * Splits the difference between two periods into parts: first, prompts that only one period has; then the mix of engines
 * and countries; then the change within segments, which is split further. The part of changed models is the change of all
 * segments minus that of the segments whose model did not change. The part of sources follows from the difference between
 * answers that cite gained or lost sources and answers that do not. The rest is noise, or other causes if it exceeds noise.
 * @returns null unless both periods have answers
 */
export function splitChange(
  segments: readonly SplitSegment[],
  { comparison, significanceLevel }: SplitOptions,
): ChangeSplit | null {
  const [previous, current] = [getRatio(segments, 'previous'), getRatio(segments, 'current')];
  if (previous === null || current === null) return null;
  const estimate = (difference: number, variance: Variance | null) => ({
    difference,
    interval: variance && getChangeInterval(difference, variance, significanceLevel),
  });
  const { kind, autocorrelation } = comparison;
  const composition = splitComposition(segments, (cluster) => getSumVariance(kind, cluster, autocorrelation));
  const paired = segments.filter(isPaired);
  const effects = estimateEffects(paired);
  const variances = estimateVariances(paired);
  const model = dropNoise(estimate(effects.model, variances.model));
  const sources = dropNoise(estimate(effects.sources, variances.sources));
  const unexplained = effects.model + effects.within - model.difference - sources.difference;
  const unchanged = paired.filter(({ isModelChanged }) => !isModelChanged);
  const { variance } = measureChange({ ...comparison, segments: unchanged });
  const { other, noise } = splitNoise(unexplained, variance, significanceLevel);
  return {
    previous,
    current,
    parts: [
      { cause: 'prompts', ...estimate(composition.prompts.difference, composition.prompts.variance) },
      { cause: 'mix', ...estimate(composition.mix.difference, composition.mix.variance) },
      { cause: 'model', ...model },
      { cause: 'sources', ...sources },
      { cause: 'other', ...other },
      { cause: 'noise', ...noise },
    ],
  };
}

/** Returns an estimate if its interval excludes 0. Otherwise it may be noise, and its difference becomes 0. */
function dropNoise(estimate: Omit<ChangePart, 'cause'>): Omit<ChangePart, 'cause'> {
  const { interval } = estimate;
  return interval && interval.low * interval.high > 0 ? estimate : { difference: 0, interval };
}

/**
 * Splits the unexplained part into noise and other causes. If it exceeds noise, it is shrunk by the factor 1 − 1/t², where
 * t is the part divided by its standard error: the estimated share of its square that is not sampling error. The rest is
 * shown as noise.
 */
function splitNoise(difference: number, estimate: Variance | null, significanceLevel: number) {
  if (!estimate) return { other: { difference: 0, interval: null }, noise: { difference, interval: null } };
  const { high: halfWidth } = getChangeInterval(0, estimate, significanceLevel);
  const interval = { low: -halfWidth, high: halfWidth };
  const isBeyondNoise = getChangePValue(difference, estimate) <= significanceLevel && estimate.variance > 0;
  const noise = isBeyondNoise ? estimate.variance / difference : difference;
  return {
    other: {
      difference: difference - noise,
      interval: isBeyondNoise
        ? getChangeInterval(difference, estimate, significanceLevel)
        : { low: 0, high: 0 },
    },
    noise: { difference: noise, interval },
  };
}

function sumPeriod(segments: readonly ComparedSegment[], period: Period): Cluster {
  return sumClusters(segments.map((segment) => segment[period]));
}

/** Returns the ratio over all segments of one period; null without a denominator. */
function getRatio(segments: readonly ComparedSegment[], period: Period): number | null {
  const { numerator, denominator } = sumPeriod(segments, period);
  return denominator === 0 ? null : numerator / denominator;
}

function isPaired({ current, previous }: ComparedSegment): boolean {
  return current.denominator > 0 && previous.denominator > 0;
}

function getWeight({ current, previous }: ComparedSegment): number {
  return (current.denominator * previous.denominator) / (current.denominator + previous.denominator);
}

/** Returns the average change within segments, and the sum of their weights. */
function averageChanges(paired: readonly ComparedSegment[]): { weight: number; difference: number } {
  let [weight, sum] = [0, 0];
  for (const segment of paired) {
    const { current, previous } = segment;
    const segmentWeight = getWeight(segment);
    weight += segmentWeight;
    sum +=
      segmentWeight * (current.numerator / current.denominator - previous.numerator / previous.denominator);
  }
  return { weight, difference: weight > 0 ? sum / weight : 0 };
}

/**
 * Computes the contribution of prompts that only one period has, and then that of the mix of engines and countries.
 * Both are weighted sums over segments. The prompts are treated as fixed, so the variances reflect only how answers vary.
 */
function splitComposition(
  segments: readonly SplitSegment[],
  getVariance: (cluster: ComparedSegment['current']) => number,
) {
  const common = [...Map.groupBy(segments, ({ promptId }) => promptId).values()]
    .filter((group) => periods.every((period) => sumPeriod(group, period).denominator > 0))
    .flat();
  const commonSegments = new Set(common);
  const paired = common.filter(isPaired);
  const { weight, difference: within } = averageChanges(paired);
  const total = (getRatio(segments, 'current') ?? 0) - (getRatio(segments, 'previous') ?? 0);
  // Without a prompt in both periods, all of the difference comes from prompts.
  const commonDifference = (getRatio(common, 'current') ?? 0) - (getRatio(common, 'previous') ?? 0);
  const variances = { prompts: 0, mix: 0 };
  for (const period of periods) {
    const [allCount, commonCount] = [segments, common].map((group) => sumPeriod(group, period).denominator);
    for (const segment of segments) {
      const counts = segment[period];
      const weightInAll = 1 / (allCount ?? 1);
      const weightInCommon = commonSegments.has(segment) ? 1 / (commonCount ?? 1) : 0;
      const weightInPaired =
        isPaired(segment) && weight > 0 ? getWeight(segment) / (weight * counts.denominator) : 0;
      const variance = getVariance(counts);
      variances.prompts += (weightInAll - weightInCommon) ** 2 * variance;
      variances.mix += (weightInCommon - weightInPaired) ** 2 * variance;
    }
  }
  const toVariance = (variance: number) => ({ variance, degreesOfFreedom: Number.POSITIVE_INFINITY });
  return {
    prompts: { difference: total - commonDifference, variance: toVariance(variances.prompts) },
    mix: { difference: commonDifference - within, variance: toVariance(variances.mix) },
  };
}

/** Returns the variance of a sum of values over answers. */
function getSumVariance(
  kind: PeriodComparison['kind'],
  { numerator, denominator, squares = numerator }: ComparedSegment['current'],
  autocorrelation: number,
): number {
  if (denominator === 0) return 0;
  const spread = squares / denominator - (numerator / denominator) ** 2;
  // A rate of 0 or 1 has no spread in the sample; the minimum keeps its variance above 0.
  const minimum = kind === 'rate' ? 0.5 / denominator : 0;
  return denominator * Math.max(spread, minimum) * getVarianceInflation(autocorrelation, denominator);
}

/** The parts of the change within segments. */
interface Effects {
  /** The part that comes from segments whose model changed. */
  model: number;
  /** The part that comes from all other segments; it includes the part of sources. */
  within: number;
  /** The part that comes from gained and lost sources. */
  sources: number;
}

function estimateEffects(paired: readonly SplitSegment[]): Effects {
  const unchanged = paired.filter(({ isModelChanged }) => !isModelChanged);
  const within = averageChanges(unchanged);
  return {
    model: averageChanges(paired).difference - within.difference,
    within: within.difference,
    sources: estimateSources(unchanged, within.weight),
  };
}

/**
 * Estimates the contribution of gained and lost sources: the increase in the share of answers that cite them, times the
 * difference between these answers and the others in the same segments.
 */
function estimateSources(unchanged: readonly SplitSegment[], totalWeight: number): number {
  let effect = 0;
  // The categories of `CitingCounts`.
  for (const category of [0, 1, 2] as const) {
    const contrast = { sum: 0, weight: 0 };
    let shareChange = 0;
    for (const segment of unchanged) {
      const { citing } = segment;
      if (!citing) continue;
      const getShare = (period: Period) => citing[period][category].denominator / segment[period].denominator;
      shareChange += (getWeight(segment) / totalWeight) * (getShare('current') - getShare('previous'));
      const cited = sumClusters(periods.map((period) => citing[period][category]));
      const others = subtractCiting(sumClusters(periods.map((period) => segment[period])), citing);
      if (cited.denominator === 0 || others.denominator === 0) continue;
      const weight = (cited.denominator * others.denominator) / (cited.denominator + others.denominator);
      contrast.weight += weight;
      contrast.sum += weight * (cited.numerator / cited.denominator - others.numerator / others.denominator);
    }
    if (contrast.weight > 0) effect += shareChange * (contrast.sum / contrast.weight);
  }
  return effect;
}

/** Returns the counts of the answers that cite neither gained nor lost sources. */
function subtractCiting(total: Cluster, citing: NonNullable<SplitSegment['citing']>): Cluster {
  const { numerator, denominator } = sumClusters(periods.flatMap((period) => citing[period]));
  return { numerator: total.numerator - numerator, denominator: total.denominator - denominator };
}

/**
 * The maximum number of groups that are left out in turn: enough to estimate the variance, and few enough to be fast with
 * thousands of prompts.
 */
const maxGroups = 40;

/**
 * Estimates the variances of effects with a jackknife over prompts, or over segments if there are few prompts: it leaves
 * out one group of them at a time (Quenouille, Biometrika 43, 1956).
 */
function estimateVariances(paired: readonly SplitSegment[]): Record<'model' | 'sources', Variance | null> {
  const byPrompt = [...Map.groupBy(paired, ({ promptId }) => promptId).values()];
  const units = byPrompt.length >= minPrompts ? byPrompt : paired.map((segment) => [segment]);
  const groups = Math.min(maxGroups, units.length);
  if (groups < 2) return { model: null, sources: null };
  const estimates = Array.from({ length: groups }, (_, group) =>
    estimateEffects(units.filter((_, index) => index % groups !== group).flat()),
  );
  const estimateVariance = (effect: 'model' | 'sources'): Variance => {
    const mean = estimates.reduce((sum, estimate) => sum + estimate[effect], 0) / groups;
    const squares = estimates.reduce((sum, estimate) => sum + (estimate[effect] - mean) ** 2, 0);
    return { variance: ((groups - 1) / groups) * squares, degreesOfFreedom: groups - 1 };
  };
  return { model: estimateVariance('model'), sources: estimateVariance('sources') };
}
