import { computeRate, type Interval } from '#lib/core/metric';
import { type ClusterSums, getRatioVariance } from '#lib/dashboard/analytics/statistics/clusters';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** From this number of prompts on, intervals are computed from prompts alone. */
const minPrompts = 5;

/**
 * The assumed correlation of answers to the same prompt if the ratio is the same for all prompts, since the correlation
 * cannot be estimated then. It is not zero: if no answer mentions a brand, 10,000 answers to 30 prompts say less about new
 * prompts than answers to 10,000 prompts would.
 */
const assumedCorrelation = 0.3;

/** The counts that an interval is computed from. */
export interface SampleCounts {
  kind: 'rate' | 'mean';
  /** Numerators and denominators by prompt. */
  prompts: ClusterSums;
  /** Numerators and denominators by segment. */
  segments: ClusterSums;
  /** The sum of squared values of a mean. */
  squares?: number;
}

/** A 95% interval, and how many times fewer independent answers would be as informative (Kish 1965). */
export interface IntervalEstimate {
  /** Null if nothing was counted, or if a mean does not vary. */
  interval: Interval | null;
  designEffect: number;
}

/**
 * Estimates the confidence interval of a ratio. Answers to the same prompt are correlated, so the unit of sampling is the
 * prompt: the interval covers the ratio of all prompts like these. With one prompt, the unit is the segment. Between one
 * and five prompts, the interval changes gradually from the one to the other, so that more prompts do not widen it much.
 */
export function estimateInterval(sample: SampleCounts): IntervalEstimate {
  const { kind, prompts, squares = prompts.numerator } = sample;
  const { numerator, denominator } = prompts;
  if (denominator === 0) return { interval: null, designEffect: 1 };
  const ratio = numerator / denominator;
  const independentVariance = Math.max(0, squares / denominator - ratio ** 2) / denominator;
  const spread = estimateSpread(sample, independentVariance);
  if (spread.variance === 0) return estimateUniform(sample);
  const interval =
    kind === 'rate'
      ? toLogitInterval(ratio, spread.halfWidth)
      : { low: ratio - spread.halfWidth, high: ratio + spread.halfWidth };
  return {
    interval,
    designEffect: independentVariance > 0 ? Math.max(1, spread.variance / independentVariance) : 1,
  };
}

/** Returns the variance of the ratio and half the width of its interval. */
function estimateSpread({ prompts, segments }: SampleCounts, independentVariance: number) {
  const byAnswers = { variance: independentVariance, degreesOfFreedom: Math.max(1, prompts.denominator - 1) };
  const bySegments = getRatioVariance(segments) ?? byAnswers;
  const byPrompts = getRatioVariance(prompts) ?? bySegments;
  // Few prompts can agree by chance, so their variance is at least that of their segments.
  const promptVariance =
    prompts.clusters < minPrompts ? Math.max(byPrompts.variance, bySegments.variance) : byPrompts.variance;
  const weight = getPromptWeight(prompts.clusters);
  const blend = (fromSegments: number, fromPrompts: number) =>
    fromSegments ** (1 - weight) * fromPrompts ** weight;
  const variance = blend(bySegments.variance, promptVariance);
  return {
    variance,
    halfWidth:
      Math.sqrt(variance) *
      blend(getQuantile(bySegments.degreesOfFreedom), getQuantile(byPrompts.degreesOfFreedom)),
  };
}

/**
 * Returns the weight of prompts against segments. The exponent was chosen in simulations, so that each further prompt changes
 * the width of the interval by about the same amount.
 */
function getPromptWeight(prompts: number): number {
  return Math.min(1, (prompts - 1) / (minPrompts - 1)) ** 1.6;
}

/** Estimates the interval of a ratio that all clusters share, by Wilson's score with the effective number of answers. */
function estimateUniform({ kind, prompts }: SampleCounts): IntervalEstimate {
  if (kind === 'mean') return { interval: null, designEffect: 1 };
  const { numerator, denominator, clusters } = prompts;
  const correlation = assumedCorrelation * getPromptWeight(clusters);
  const designEffect = 1 + correlation * (denominator / clusters - 1);
  const { low, high } = computeRate(numerator / designEffect, denominator / designEffect);
  return { interval: low === null || high === null ? null : { low, high }, designEffect };
}

/** Returns an interval between 0 and 1: symmetric on the logit scale. */
function toLogitInterval(rate: number, halfWidth: number): Interval {
  if (rate <= 0 || rate >= 1) return { low: rate, high: rate };
  const logit = Math.log(rate / (1 - rate));
  const halfLogit = halfWidth / (rate * (1 - rate));
  return { low: logistic(logit - halfLogit), high: logistic(logit + halfLogit) };
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
