import { averageCompared, type ComparedSegment } from '#lib/dashboard/statistics/changes/weigh-change';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
import { applyNoise, type PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries, Panel } from '#lib/dashboard/statistics/panel/panel';
import {
  applyRatioNoise,
  fitRatioNoise,
  narrowRatioNoise,
} from '#lib/dashboard/statistics/ratios/ratio-noise';
import { getRatioUnit, type RatioSeries } from '#lib/dashboard/statistics/ratios/ratio-series';

/** The daily counts of a metric of a brand over the whole panel, with what its tests need. */
export interface WatchedMetric {
  panel: Panel;
  /** Number of answers. Position of segment s on day d: s × number of days + d. */
  answers: Float64Array;
  /** The size that limits are multiples of. */
  unit: number;
  /** Averages before and now over compared segments; null if one has none. */
  average(compared: readonly ComparedSegment[]): { before: number; after: number } | null;
  /** The value of segments on a day, over all their answers, and the number of answers or counted things. Null without any. */
  sumDay(day: number, segments: readonly number[]): { value: number | null; counted: number };
  /** Fits the noise on the days of a span. Null without answers in it. */
  fitNoise(span: DayRange): FittedNoise | null;
}

export interface FittedNoise {
  /** The engines with answers. */
  engines: ReadonlySet<string>;
  /** Returns the noise with the variances of a set of segments. */
  getNoise(segments: readonly number[]): PanelNoise;
}

/** Watches a share or another average. @param others the same metric of up to four other brands */
export function watchSeries(series: MetricSeries, others: readonly MetricSeries[]): WatchedMetric {
  const { panel, answers, unit } = series;
  return {
    panel,
    answers,
    unit,
    average: (compared) => averageCompared(series, compared, series.sums),
    sumDay: (day, segments) => divideDay(panel, { parts: series.sums, wholes: answers }, day, segments),
    fitNoise(span) {
      const [fit] = fitNoise([series, ...others], [span]);
      if (!fit) return null;
      const noise = applyNoise(fit, panel);
      return { engines: new Set(Object.keys(fit.engines)), getNoise: () => noise };
    },
  };
}

/** Watches a ratio, such as share of voice. @param others the same ratio of up to four other brands */
export function watchRatio(ratio: RatioSeries, others: readonly RatioSeries[]): WatchedMetric {
  const { panel, answers } = ratio;
  return {
    panel,
    answers,
    unit: getRatioUnit(ratio),
    average(compared) {
      const parts = averageCompared(ratio, compared, ratio.parts);
      const wholes = averageCompared(ratio, compared, ratio.wholes);
      if (wholes.before === 0 || wholes.after === 0) return null;
      return { before: parts.before / wholes.before, after: parts.after / wholes.after };
    },
    sumDay: (day, segments) => divideDay(panel, ratio, day, segments),
    fitNoise(span) {
      const [fit] = fitRatioNoise([ratio, ...others], [span]);
      if (!fit) return null;
      const noise = applyRatioNoise(fit, panel);
      const active = [...panel.segments.keys()].filter(
        (segment) => (noise.moments[segment]?.[0]?.answers ?? 0) > 0,
      );
      return {
        engines: new Set(Object.keys(fit.noise.engines)),
        getNoise: (segments) => narrowRatioNoise(noise, segments, active),
      };
    },
  };
}

function divideDay(
  { days }: Panel,
  { parts, wholes }: Pick<RatioSeries, 'parts' | 'wholes'>,
  day: number,
  segments: readonly number[],
) {
  const counted = total(segments, (segment) => at(wholes, segment * days.length + day));
  const part = total(segments, (segment) => at(parts, segment * days.length + day));
  return { value: counted > 0 ? part / counted : null, counted };
}
