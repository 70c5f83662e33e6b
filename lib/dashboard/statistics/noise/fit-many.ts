import {
  describeSegments,
  fitNoise,
  type NoiseFit,
  type RunDesigns,
} from '#lib/dashboard/statistics/noise/fit-noise';
import { estimateSpreads } from '#lib/dashboard/statistics/noise/spreads';
import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';

export interface FitOptions {
  /** The mentions or citations of the series, by which others are chosen. */
  sizes?: readonly number[];
  /** See `fitNoise`. */
  designs?: RunDesigns;
}

/** Estimates the noise of several series. */
export type NoiseFitter = (
  series: readonly MetricSeries[],
  spans: readonly DayRange[],
  options?: FitOptions,
) => (NoiseFit | null)[];

/** Number of other brands that noise is estimated with. */
const maxOthers = 4;

/** Estimates the noise of all brands of a project, each with the four others that are mentioned most. */
export const fitBrandNoise: NoiseFitter = (
  brands,
  spans,
  { sizes = measureSizes(brands, spans), designs } = {},
) => {
  const order = sortBySize(brands, sizes);
  const largest = order.slice(0, maxOthers + 1);
  const fits = new Map(zip(largest, fitNoise(pick(brands, largest), spans, designs)));
  for (const index of order.slice(maxOthers + 1)) {
    const [fit = null] = fitNoise(pick(brands, [index, ...order.slice(0, maxOthers)]), spans, designs);
    fits.set(index, fit);
  }
  return brands.map((_, index) => fits.get(index) ?? null);
};

/**
 * Estimates the noise of the rows of a long list, such as domains: that of the largest with the next four as others, which
 * all rows share. Only the variances of answers are those of each row.
 */
export const fitRowNoise: NoiseFitter = (
  rows,
  spans,
  { sizes = measureSizes(rows, spans), designs } = {},
) => {
  const [first = null] = fitNoise(
    pick(rows, sortBySize(rows, sizes).slice(0, maxOthers + 1)),
    spans,
    designs,
  );
  return rows.map((series) => first && shareNoise(first, series, spans));
};

/** Returns the noise of a row that shares a fitted one, with its own variances of answers. */
export function shareNoise(fit: NoiseFit, series: MetricSeries, spans: readonly DayRange[]): NoiseFit {
  const { panel } = series;
  const answers = sumDays(panel, series.answers, spans);
  const { spreads, means } = estimateSpreads(
    panel,
    {
      answers,
      sums: sumDays(panel, series.sums, spans),
      squares: series.squares && sumDays(panel, series.squares, spans),
    },
    fit.inflation,
  );
  const active = [...answers.keys()].filter((segment) => at(answers, segment) > 0);
  const meanSpread = total(active, (segment) => at(spreads, segment)) / active.length;
  return {
    ...fit,
    shiftGain: series.ratioSpread ? series.ratioSpread / meanSpread : 1,
    segments: describeSegments(panel, { spreads, means }),
  };
}

function measureSizes(series: readonly MetricSeries[], spans: readonly DayRange[]): number[] {
  return series.map(({ panel, sums }) => total(sumDays(panel, sums, spans), (sum) => sum));
}

/** Indices of the largest first. */
function sortBySize(series: readonly unknown[], sizes: readonly number[]): number[] {
  return [...series.keys()].toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
}

const pick = <T>(items: readonly T[], indexes: readonly number[]) =>
  indexes.flatMap((index) => items[index] ?? []);

const zip = <A, B>(keys: readonly A[], values: readonly B[]) =>
  keys.flatMap((key, index) => {
    const value = values[index];
    return value === undefined ? [] : [[key, value] as const];
  });
