import type { Interval } from '#lib/core/metric';
import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import {
  computeVariance,
  type NumberVariance,
  type Weighting,
} from '#lib/dashboard/statistics/noise/variance';
import { add, at, dot, total } from '#lib/dashboard/statistics/numeric/arrays';
import {
  getBetaQuantile,
  getQuantile,
  normalQuantile,
} from '#lib/dashboard/statistics/numeric/distributions';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';

/** The value of a metric in a period. */
export interface Level extends NumberVariance {
  value: number;
  /** Sum of the values of all answers: the number with a mention for visibility. */
  numerator: number;
  answers: number;
  /** 95% unless asked otherwise. */
  interval: Interval;
  /** For a share: the number of independent answers that would tell as much. Null for other averages. */
  independentAnswers: number | null;
}

export interface LevelOptions {
  /** All segments by default. */
  segments?: Iterable<number>;
  /**
   * Runs planned in the period by segment, if segments have different numbers of samples by choice: each run then weighs 1,
   * and counts say "weighted by run".
   */
  plannedRuns?: ArrayLike<number>;
  /** The significance level (alpha) of the interval: 0.05 by default. */
  significance?: number;
}

/** The interval of a level is computed with at least this many degrees of freedom. */
const minDegreesOfFreedom = 8;

/**
 * Estimates the level of a metric in a period: the average over all answers, with its interval.
 * @param noise fitted on `getLevelSpans` of the period
 * @returns null without answers
 */
export function estimateLevel(
  series: MetricSeries,
  noise: PanelNoise,
  period: DayRange,
  options: LevelOptions = {},
): Level | null {
  const weighed = weighLevel(series, period, options);
  if (!weighed) return null;
  const { variance, degreesOfFreedom: estimated } = computeVariance(noise, weighed.weighting, period);
  const degreesOfFreedom = Math.max(minDegreesOfFreedom, estimated);
  const { value, numerator, answers } = weighed;
  const base = { value, numerator, answers, variance, degreesOfFreedom };
  if (series.squares === null) return { ...base, ...getShareInterval(noise, weighed, base) };
  const halfWidth = getQuantile(degreesOfFreedom, options.significance) * Math.sqrt(variance);
  return {
    ...base,
    interval: { low: value - halfWidth, high: value + halfWidth },
    independentAnswers: null,
  };
}

interface WeighedLevel {
  weighting: Weighting;
  value: number;
  numerator: number;
  answers: number;
}

/** Weighs all answers alike, or all runs. */
function weighLevel(series: MetricSeries, period: DayRange, options: LevelOptions): WeighedLevel | null {
  const { panel, answers, sums } = series;
  const parts = [...(options.segments ?? panel.segments.keys())].flatMap((segment) => {
    const part = sumPeriod(series, segment, period);
    return part.answers > 0 ? [part] : [];
  });
  if (parts.length === 0) return null;
  const { plannedRuns } = options;
  const getWeight = ({ segment, answers: own }: PeriodSums) => (plannedRuns ? at(plannedRuns, segment) : own);
  const weightSum = total(parts, getWeight);
  const shares = Float64Array.from(parts, (part) => getWeight(part) / weightSum);
  const days = new Map<number, { current: Float64Array; previous: null }>();
  let value = 0;
  for (const [index, { segment, runs, answers: own }] of parts.entries()) {
    const engine = at(panel.engineIndexes, segment);
    const engineDays = days.get(engine) ?? { current: new Float64Array(panel.days.length), previous: null };
    days.set(engine, engineDays);
    for (let day = period.from; day < period.to; day += 1) {
      const count = at(answers, segment * panel.days.length + day);
      if (count === 0) continue;
      const weight = at(shares, index) * (plannedRuns ? 1 / runs : count / own);
      add(engineDays.current, day, weight);
      value += (weight * at(sums, segment * panel.days.length + day)) / count;
    }
  }
  return {
    weighting: {
      segments: parts.map(({ segment }) => segment),
      shares,
      sampling: Float64Array.from(parts, ({ answers: own, runs, reciprocals }, index) => {
        const perAnswer = plannedRuns ? reciprocals / runs ** 2 : 1 / own;
        return at(shares, index) ** 2 * perAnswer;
      }),
      days,
    },
    value,
    numerator: total(parts, ({ sum }) => sum),
    answers: total(parts, (part) => part.answers),
  };
}

interface PeriodSums {
  segment: number;
  answers: number;
  sum: number;
  /** Days with answers. */
  runs: number;
  /** Σ 1/n over these days. */
  reciprocals: number;
}

function sumPeriod(
  { panel, answers, sums }: MetricSeries,
  segment: number,
  { from, to }: DayRange,
): PeriodSums {
  const result = { segment, answers: 0, sum: 0, runs: 0, reciprocals: 0 };
  for (let day = from; day < to; day += 1) {
    const count = at(answers, segment * panel.days.length + day);
    if (count === 0) continue;
    result.answers += count;
    result.sum += at(sums, segment * panel.days.length + day);
    result.runs += 1;
    result.reciprocals += 1 / count;
  }
  return result;
}

/**
 * The interval of a share: that of a Beta distribution with as many independent answers m as have the same variance. The
 * variance within segments is smaller than that of all answers, so it is compared with the mean of p(1−p) over segments.
 */
function getShareInterval(
  { spreads, means }: PanelNoise,
  { weighting, value, answers }: WeighedLevel,
  { variance, degreesOfFreedom }: NumberVariance,
): Pick<Level, 'interval' | 'independentAnswers'> {
  const { segments, shares } = weighting;
  const pick = (values: Float64Array) => segments.map((segment) => at(values, segment));
  const spread = dot(shares, pick(spreads));
  const mean = dot(shares, pick(means));
  const widening = getQuantile(degreesOfFreedom) / normalQuantile;
  const independentAnswers =
    Math.max(1, (mean * (1 - mean)) / spread) * Math.min(answers, spread / (variance * widening ** 2));
  const mentions = value * independentAnswers;
  const getLimit = (p: number) => getBetaQuantile(p, mentions + 0.5, independentAnswers - mentions + 0.5);
  return {
    independentAnswers,
    interval: {
      low: value <= 0 ? 0 : getLimit(0.025),
      high: value >= 1 ? 1 : getLimit(0.975),
    },
  };
}
