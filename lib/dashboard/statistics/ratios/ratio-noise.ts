import { fitBrandNoise, type NoiseFitter, shareNoise } from '#lib/dashboard/statistics/noise/fit-many';
import type { NoiseFit, RunDesigns } from '#lib/dashboard/statistics/noise/fit-noise';
import { applyNoise, type PanelNoise, replaceSpreads } from '#lib/dashboard/statistics/noise/noise';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, Panel } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';
import { linearize, type RatioSeries, toSpanRatio } from '#lib/dashboard/statistics/ratios/ratio-series';

/**
 * Sums of a segment in a span. A set of segments has its own ratio, and with these its variances can be computed without
 * the days of the span.
 */
interface SpanMoments {
  answers: number;
  parts: number;
  wholes: number;
  /** ΣA²/n, ΣAB/n and ΣB²/n over days. */
  partSquares: number;
  products: number;
  wholeSquares: number;
}

/** The noise of a ratio: plain data, which is stored as JSON. */
export interface RatioNoiseFit {
  noise: NoiseFit;
  /** By key of the segment, and by span. */
  moments: Record<string, SpanMoments[]>;
}

/** The noise of a ratio, with the values of the segments of a panel. */
export interface PanelRatioNoise {
  noise: PanelNoise;
  /** By segment and span. */
  moments: readonly (readonly SpanMoments[])[];
}

/** Estimates the noise of a ratio of several brands or rows. @param fitAll `fitBrandNoise` or `fitRowNoise` */
export function fitRatioNoise(
  ratios: readonly RatioSeries[],
  spans: readonly DayRange[],
  fitAll: NoiseFitter = fitBrandNoise,
  designs?: RunDesigns,
): (RatioNoiseFit | null)[] {
  const fits = fitAll(
    ratios.map((ratio) => linearize(ratio, spans)),
    spans,
    { sizes: ratios.map(({ panel, parts }) => total(sumDays(panel, parts, spans), (part) => part)), designs },
  );
  return ratios.map((ratio, index) => {
    const noise = fits[index];
    return noise ? { noise, moments: measureMoments(ratio, spans) } : null;
  });
}

/** Returns the noise of a ratio that shares a fitted one, with its own variances of answers. */
export function shareRatioNoise(
  fit: NoiseFit,
  ratio: RatioSeries,
  spans: readonly DayRange[],
): RatioNoiseFit {
  return { noise: shareNoise(fit, linearize(ratio, spans), spans), moments: measureMoments(ratio, spans) };
}

/** Finds the segments of a panel in stored noise. */
export function applyRatioNoise({ noise, moments }: RatioNoiseFit, panel: Panel): PanelRatioNoise {
  return {
    noise: applyNoise(noise, panel),
    moments: panel.segments.map(({ key }) => moments[key] ?? []),
  };
}

/**
 * Returns the noise with the variances of answers of a set of segments, which has its own ratio. A set that holds all
 * active segments has those of the panel.
 */
export function narrowRatioNoise(
  { noise, moments }: PanelRatioNoise,
  segments: readonly number[],
  activeSegments: readonly number[],
): PanelNoise {
  const own = new Set(segments);
  if (activeSegments.every((segment) => own.has(segment))) return noise;
  const answers = new Float64Array(moments.length);
  const sums = new Float64Array(moments.length);
  const squares = new Float64Array(moments.length);
  const spanCount = Math.max(...moments.map((spans) => spans.length));
  for (let span = 0; span < spanCount; span += 1) {
    const count = (read: (moments: SpanMoments) => number) =>
      total(segments, (segment) => {
        const found = moments[segment]?.[span];
        return found ? read(found) : 0;
      });
    const { ratio, perAnswer } = toSpanRatio(
      count(({ parts }) => parts),
      count(({ wholes }) => wholes),
      count((found) => found.answers),
    );
    for (const [segment, spans] of moments.entries()) {
      const found = spans[span];
      if (!found) continue;
      const { parts, wholes, partSquares, products, wholeSquares } = found;
      add(answers, segment, found.answers);
      add(sums, segment, (parts - ratio * wholes) / perAnswer);
      const square = partSquares - 2 * ratio * products + ratio ** 2 * wholeSquares;
      add(squares, segment, square / perAnswer ** 2);
    }
  }
  return replaceSpreads(noise, { answers, sums, squares });
}

function measureMoments(
  { panel, answers, parts, wholes }: RatioSeries,
  spans: readonly DayRange[],
): Record<string, SpanMoments[]> {
  const entries = panel.segments.map(({ key }, segment) => {
    const moments = spans.map(({ from, to }) => {
      const sums = { answers: 0, parts: 0, wholes: 0, partSquares: 0, products: 0, wholeSquares: 0 };
      for (let day = from; day < to; day += 1) {
        const index = segment * panel.days.length + day;
        const [count, part, whole] = [at(answers, index), at(parts, index), at(wholes, index)];
        if (count === 0) continue;
        sums.answers += count;
        sums.parts += part;
        sums.wholes += whole;
        sums.partSquares += part ** 2 / count;
        sums.products += (part * whole) / count;
        sums.wholeSquares += whole ** 2 / count;
      }
      return sums;
    });
    return [key, moments] as const;
  });
  return Object.fromEntries(entries);
}
