import type { Interval } from '#lib/core/metric';
import {
  type LevelWeighting,
  type WeighedLevel,
  weighLevel,
} from '#lib/dashboard/statistics/levels/weigh-level';
import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { computeVariance, type NumberVariance } from '#lib/dashboard/statistics/noise/variance';
import { at, clamp, dot, total } from '#lib/dashboard/statistics/numeric/arrays';
import {
  getBetaQuantile,
  getQuantile,
  normalQuantile,
} from '#lib/dashboard/statistics/numeric/distributions';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';
import { narrowRatioNoise, type PanelRatioNoise } from '#lib/dashboard/statistics/ratios/ratio-noise';
import type { RatioSeries } from '#lib/dashboard/statistics/ratios/ratio-series';

/** The value of a metric in a period. */
export interface Average {
  value: number;
  /** Sum of the values of all answers: the number with a mention for visibility. */
  numerator: number;
  answers: number;
}

/** The value of a metric in a period with its interval. */
export interface Level extends Average, NumberVariance {
  /** 95% unless asked otherwise. */
  interval: Interval;
  /** For a share: the number of independent answers that would tell as much. Null for other averages. */
  independentAnswers: number | null;
}

export interface LevelOptions extends LevelWeighting {
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
  const pick = (values: Float64Array) => Float64Array.from(segments, (segment) => at(values, segment));
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
      // With less than one independent answer, the distribution can be so wide that its ends miss the value.
      low: value <= 0 ? 0 : Math.min(value, getLimit(0.025)),
      high: value >= 1 ? 1 : Math.max(value, getLimit(0.975)),
    },
  };
}

/**
 * Computes a ratio in a period: all parts ÷ all wholes, which are its numerator and its answers.
 * @returns null if nothing was counted
 */
export function averageRatio(
  ratio: RatioSeries,
  period: DayRange,
  segments?: readonly number[],
): (WeighedLevel & Average) | null {
  const own = weighLevel({ ...ratio, sums: ratio.parts }, period, { segments });
  if (!own) return null;
  const wholes = sumDays(ratio.panel, ratio.wholes, [period]);
  const whole = total(own.weighting.segments, (segment) => at(wholes, segment));
  return whole === 0 ? null : { ...own, answers: whole, value: own.numerator / whole };
}

/**
 * Estimates a ratio in a period with its interval.
 * @param noise fitted on `getLevelSpans` of the period
 * @returns null if nothing was counted
 */
export function estimateRatioLevel(
  ratio: RatioSeries,
  noise: PanelRatioNoise,
  period: DayRange,
  segments?: readonly number[],
): Level | null {
  const own = averageRatio(ratio, period, segments);
  const all = segments ? weighLevel({ ...ratio, sums: ratio.parts }, period, {}) : own;
  if (!own || !all) return null;
  const { weighting, value, numerator, answers } = own;
  const narrowed = narrowRatioNoise(noise, segments ?? weighting.segments, all.weighting.segments);
  const { variance, degreesOfFreedom: estimated } = computeVariance(narrowed, weighting, period);
  const degreesOfFreedom = Math.max(minDegreesOfFreedom, estimated);
  const halfWidth = getQuantile(degreesOfFreedom) * Math.sqrt(variance);
  const limit = (bound: number) => clamp(bound, ratio.isSigned ? -1 : 0, 1);
  return {
    value,
    numerator,
    answers,
    variance,
    degreesOfFreedom,
    interval: { low: limit(value - halfWidth), high: limit(value + halfWidth) },
    independentAnswers: null,
  };
}
