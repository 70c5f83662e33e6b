import { estimateLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { estimateLikeness } from '#lib/dashboard/statistics/levels/repeat';
import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { getEngineMeans } from '#lib/dashboard/statistics/noise/spreads';
import { at, clamp, total } from '#lib/dashboard/statistics/numeric/arrays';
import { listBetaBinomialChances } from '#lib/dashboard/statistics/numeric/distributions';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';

/** The results of people who ask an engine themselves. */
export interface SpotCheck {
  /** The share of answers that is expected, drawn a little to the mean of the engine. */
  level: number;
  /** How alike the answers of one person are. */
  likeness: number;
  /** The chances that none, one, … of the tries mention the brand. */
  chances: number[];
}

/**
 * Computes what people see who ask a prompt themselves a few times.
 * @param segments usually one
 * @returns null without answers
 */
export function spotCheck(
  series: MetricSeries,
  noise: PanelNoise,
  period: DayRange,
  { segments, tries }: { segments: readonly number[]; tries: number },
): SpotCheck | null {
  const level = estimateLevel(series, noise, period, { segments });
  if (!level || level.independentAnswers === null) return null;
  const { panel } = series;
  const answers = sumDays(panel, series.answers, [period]);
  const means = getEngineMeans(panel, sumDays(panel, series.sums, [period]), answers);
  const mean =
    total(segments, (segment) => at(answers, segment) * at(means, panel.engineIndexes[segment] ?? 0)) /
    level.answers;
  const smoothed = (level.value * level.independentAnswers + 2 * mean) / (level.independentAnswers + 2);
  const { likeness } = estimateLikeness(series, noise, period);
  return {
    level: smoothed,
    likeness,
    chances: computeSpotChances({ level: smoothed, variance: level.variance, likeness, tries }),
  };
}

/**
 * The chances of 0, 1, … mentions in a number of tries: a beta-binomial distribution, because the level is not known
 * exactly and the answers that one person gets are alike.
 * @param options.variance of the level
 */
export function computeSpotChances({
  level,
  variance,
  likeness,
  tries,
}: {
  level: number;
  variance: number;
  likeness: number;
  tries: number;
}): number[] {
  const p = clamp(level, 1e-6, 1 - 1e-6);
  const single = p * (1 - p);
  const spread = clamp(variance + likeness * single, 1e-9 * single, 0.98 * single);
  const weight = single / spread - 1;
  return listBetaBinomialChances(tries, p * weight, (1 - p) * weight);
}
