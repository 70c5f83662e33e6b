import {
  estimateLevel,
  type Level,
  type LevelOptions,
} from '#lib/dashboard/statistics/levels/estimate-level';
import { type PanelNoise, replaceSpreads } from '#lib/dashboard/statistics/noise/noise';
import { at } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';

/** The standing of a brand against another one: "ahead" and "behind" are said only if they are clear. */
export type Standing = 'ahead' | 'behind' | 'tied';

/** The difference of the levels of two brands over the same answers. */
export interface BrandComparison extends Pick<Level, 'variance' | 'degreesOfFreedom' | 'answers'> {
  standing: Standing;
  /** Level of the brand − level of the other one. */
  difference: number;
  /** 99%, because a list of brands has many pairs. */
  interval: Level['interval'];
}

const significance = 0.01;

/**
 * Compares the shares of two brands in a period, answer by answer: an answer counts 1 if it mentions only the brand, −1 if
 * only the other one, and 0 otherwise.
 * @param both by segment and day: answers that mention both; null if unknown, which counts as none
 * @param noise of the brand, fitted on `getLevelSpans` of the period
 * @returns null without answers
 */
export function compareBrands(
  brand: MetricSeries,
  other: MetricSeries,
  {
    both,
    noise,
    period,
    segments,
  }: {
    both: Float64Array | null;
    noise: PanelNoise;
    period: DayRange;
    segments?: LevelOptions['segments'];
  },
): BrandComparison | null {
  const { panel, answers } = brand;
  const sums = brand.sums.map((sum, index) => sum - at(other.sums, index));
  const squares = brand.sums.map(
    (sum, index) => sum + at(other.sums, index) - 2 * (both ? at(both, index) : 0),
  );
  const add = (counts: Float64Array) => sumDays(panel, counts, [period]);
  const spreads = replaceSpreads(noise, { answers: add(answers), sums: add(sums), squares: add(squares) });
  const level = estimateLevel({ ...brand, sums, squares }, spreads, period, { segments, significance });
  if (!level) return null;
  const { value: difference, interval, variance, degreesOfFreedom, answers: count } = level;
  return {
    standing: interval.low > 0 ? 'ahead' : interval.high < 0 ? 'behind' : 'tied',
    difference,
    interval,
    variance,
    degreesOfFreedom,
    answers: count,
  };
}

/** The places that a brand can have in a list: "3rd to 5th of 6". */
export interface PlaceRange {
  first: number;
  last: number;
  of: number;
}

/** Places a brand in a list. @param standings how it stands to each of the others */
export function placeBrand(standings: readonly Standing[]): PlaceRange {
  const count = (wanted: Standing) => standings.filter((standing) => standing === wanted).length;
  const of = standings.length + 1;
  return { first: 1 + count('behind'), last: of - count('ahead'), of };
}
