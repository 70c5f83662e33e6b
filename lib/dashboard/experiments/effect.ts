import { computeRate, type Interval, type Rate } from '#lib/core/metric';
import { minAnswers } from '#lib/dashboard/analytics/statistics/compare-periods';
import {
  benjaminiHochberg,
  bootstrapDifference,
  minClusters,
  newcombeInterval,
  type PairedCluster,
  studentTPValue,
  studentTQuantile95,
  sumClusters,
} from '#lib/dashboard/analytics/statistics/uncertainty';

/** The counts of one rate by prompt. */
export interface EffectInput {
  treatment: readonly PairedCluster[];
  control: readonly PairedCluster[];
}

/** One group, pooled over its prompts. */
export interface EffectGroup {
  before: Rate;
  now: Rate;
  promptCount: number;
}

/** A difference in differences: how much more treatment prompts changed than control prompts. */
export interface Effect {
  treatment: EffectGroup;
  control: EffectGroup;
  /** (now − before) of treatment minus the same of control, as shares; null without answers on any side. */
  difference: number | null;
  /** Its 95% interval. */
  interval: Interval | null;
  verdict: 'moved' | 'within noise' | 'not enough data';
}

/** Computes the effects of one change on several rates, judged together. */
export function computeEffects(inputs: readonly EffectInput[]): Effect[] {
  const measured = inputs.map(measureEffect);
  const judged = measured.filter(({ isMeasurable }) => isMeasurable);
  const rejected = benjaminiHochberg(judged.map(({ p }) => p));
  const moved = new Set(judged.filter((_, index) => rejected[index]));
  return measured.map((measurement) => ({
    ...measurement.effect,
    verdict: !measurement.isMeasurable
      ? 'not enough data'
      : moved.has(measurement)
        ? 'moved'
        : 'within noise',
  }));
}

interface MeasuredEffect {
  effect: Omit<Effect, 'verdict'>;
  isMeasurable: boolean;
  p: number;
}

function measureEffect(input: EffectInput): MeasuredEffect {
  const treatment = poolGroup(input.treatment);
  const control = poolGroup(input.control);
  const treatmentChange = getChange(treatment);
  const controlChange = getChange(control);
  const difference =
    treatmentChange === null || controlChange === null ? null : treatmentChange - controlChange;
  const isMeasurable = difference !== null && hasEnoughAnswers(treatment) && hasEnoughAnswers(control);
  const spread = isMeasurable ? estimateSpread(input, { treatment, control }, difference) : null;
  return {
    effect: { treatment, control, difference, interval: spread?.interval ?? null },
    isMeasurable,
    p: spread?.p ?? 1,
  };
}

function poolGroup(clusters: readonly PairedCluster[]): EffectGroup {
  const pool = (period: 'before' | 'now') => {
    const { numerator, denominator } = sumClusters(clusters.map((cluster) => cluster[period]));
    return computeRate(numerator, denominator);
  };
  return { before: pool('before'), now: pool('now'), promptCount: clusters.length };
}

function getChange({ before, now }: EffectGroup): number | null {
  return before.value === null || now.value === null ? null : now.value - before.value;
}

function hasEnoughAnswers({ before, now, promptCount }: EffectGroup): boolean {
  return promptCount >= minClusters && before.denominator >= minAnswers && now.denominator >= minAnswers;
}

/**
 * Estimates the variance of the difference by resampling the prompts of each group separately, so that variances add.
 * Uses Student's t with Welch–Satterthwaite degrees of freedom because the estimate is poor with few prompts.
 */
function estimateSpread(
  input: EffectInput,
  groups: { treatment: EffectGroup; control: EffectGroup },
  difference: number,
) {
  const estimates = [input.treatment, input.control].map((clusters) => {
    const resampled = bootstrapDifference(clusters);
    return { variance: (resampled?.standardError ?? 0) ** 2, freedom: clusters.length - 1 };
  });
  const variance = estimates.reduce((sum, group) => sum + group.variance, 0);
  if (variance === 0) return estimateSpreadFromAnswers(groups, difference);
  const freedom =
    variance ** 2 / estimates.reduce((sum, group) => sum + group.variance ** 2 / group.freedom, 0);
  const half = Math.sqrt(variance) * studentTQuantile95(freedom);
  return {
    interval: { low: difference - half, high: difference + half },
    p: studentTPValue(difference / Math.sqrt(variance), freedom),
  };
}

/**
 * Estimates the spread from the answers, for groups whose prompts all have the same rates and so no variance:
 * Newcombe's intervals of both changes, combined into one of their difference (Zou and Donner, Statistics in
 * Medicine 27, 2008).
 */
function estimateSpreadFromAnswers(
  { treatment, control }: { treatment: EffectGroup; control: EffectGroup },
  difference: number,
) {
  const treatmentInterval = newcombeInterval(treatment);
  const controlInterval = newcombeInterval(control);
  if (!treatmentInterval || !controlInterval) return null;
  const [treatmentChange, controlChange] = [getChange(treatment) ?? 0, getChange(control) ?? 0];
  const interval = {
    low:
      difference - Math.hypot(treatmentChange - treatmentInterval.low, controlInterval.high - controlChange),
    high:
      difference + Math.hypot(treatmentInterval.high - treatmentChange, controlChange - controlInterval.low),
  };
  return { interval, p: interval.low > 0 || interval.high < 0 ? 0 : 1 };
}
