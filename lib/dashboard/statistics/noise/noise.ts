import type { NoiseFit } from '#lib/dashboard/statistics/noise/fit-noise';
import { estimateSpreads, type SegmentSums } from '#lib/dashboard/statistics/noise/spreads';
import type { Panel } from '#lib/dashboard/statistics/panel/panel';

/** Fitted noise, with the values of the segments of a panel at their indices. */
export interface PanelNoise {
  fit: NoiseFit;
  panel: Panel;
  /** By segment: the variance of an answer. 0 for a segment that the noise does not know. */
  spreads: Float64Array;
  /** By segment: the smoothed level. */
  means: Float64Array;
}

/** Finds the segments of a panel in stored noise. The panel may have fewer days and segments than the one it was fitted on. */
export function applyNoise(fit: NoiseFit, panel: Panel): PanelNoise {
  return {
    fit,
    panel,
    spreads: Float64Array.from(panel.segments, ({ key }) => fit.segments[key]?.spread ?? 0),
    means: Float64Array.from(panel.segments, ({ key }) => fit.segments[key]?.mean ?? 0),
  };
}

/** Returns the noise with variances of answers from other sums of the same segments: of a set, or of other values. */
export function replaceSpreads(noise: PanelNoise, sums: SegmentSums): PanelNoise {
  return { ...noise, ...estimateSpreads(noise.panel, sums, noise.fit.inflation) };
}
