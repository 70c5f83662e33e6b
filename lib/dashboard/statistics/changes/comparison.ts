import { type MatchedDays, matchDays } from '#lib/dashboard/statistics/changes/matched-days';
import { averageCompared, type ComparedSegment } from '#lib/dashboard/statistics/changes/weigh-change';
import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { at } from '#lib/dashboard/statistics/numeric/arrays';
import type { ComparedPeriods, MetricSeries, Panel } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';
import { narrowRatioNoise, type PanelRatioNoise } from '#lib/dashboard/statistics/ratios/ratio-noise';
import { getRatioUnit, type RatioSeries } from '#lib/dashboard/statistics/ratios/ratio-series';

/** The data from which changes of a metric of a brand between two periods are judged, on any set of segments. */
export interface Comparison {
  panel: Panel;
  answers: Float64Array;
  periods: ComparedPeriods;
  days: MatchedDays;
  /** Segments with answers in one of the periods. */
  activeSegments: readonly number[];
  /** Engines whose model changed between the periods. */
  changedEngines: ReadonlySet<string>;
  /** The size that all limits are multiples of. */
  unit: number;
  /** Limit of the intervals of differences. */
  maxDifference: number;
  /** The values in both periods; null if one has none. */
  average(compared: readonly ComparedSegment[]): { before: number; after: number } | null;
  /** The noise with the variances of a set of segments. */
  getNoise(segments: readonly number[]): PanelNoise;
}

/** Prepares judging changes of a share or another average. @param noise fitted on `getChangeSpans` of the periods */
export function createComparison(
  series: MetricSeries,
  noise: PanelNoise,
  periods: ComparedPeriods,
  changedEngines: ReadonlySet<string> = new Set(),
): Comparison {
  return {
    ...prepare(series, periods),
    changedEngines,
    unit: series.unit,
    maxDifference: series.squares === null ? 1 : Number.POSITIVE_INFINITY,
    average: (compared) => averageCompared(series, compared, series.sums),
    getNoise: () => noise,
  };
}

/** Prepares judging changes of a ratio. @param noise fitted on `getChangeSpans` of the periods */
export function createRatioComparison(
  ratio: RatioSeries,
  noise: PanelRatioNoise,
  periods: ComparedPeriods,
  changedEngines: ReadonlySet<string> = new Set(),
): Comparison {
  const prepared = prepare(ratio, periods);
  return {
    ...prepared,
    changedEngines,
    unit: getRatioUnit(ratio),
    maxDifference: getRatioUnit(ratio),
    average(compared) {
      const parts = averageCompared(ratio, compared, ratio.parts);
      const wholes = averageCompared(ratio, compared, ratio.wholes);
      if (wholes.before === 0 || wholes.after === 0) return null;
      return { before: parts.before / wholes.before, after: parts.after / wholes.after };
    },
    getNoise: (segments) => narrowRatioNoise(noise, segments, prepared.activeSegments),
  };
}

function prepare(series: Pick<MetricSeries, 'panel' | 'answers'>, periods: ComparedPeriods) {
  const { panel, answers } = series;
  const counts = sumDays(panel, answers, [periods.previous, periods.current]);
  return {
    panel,
    answers,
    periods,
    days: matchDays(series, periods),
    activeSegments: [...counts.keys()].filter((segment) => at(counts, segment) > 0),
  };
}
