import { varyIndependently, varyTogether } from '#lib/dashboard/statistics/noise/contrasts';
import type { Evidence, ShiftEvidence } from '#lib/dashboard/statistics/noise/evidence';
import { shiftGrid } from '#lib/dashboard/statistics/noise/grids';
import {
  mixSegmentNoise,
  otherBrandWeight,
  type SegmentNoise,
} from '#lib/dashboard/statistics/noise/segment-noise';
import { addScaled, at, toWeights } from '#lib/dashboard/statistics/numeric/arrays';

/** Weight of what other engines say. */
const otherEngineWeight = 0.25;

/** Shift contrasts of an engine, and how much of their variance comes from the noise of its segments. */
export interface ExplainedShift extends ShiftEvidence {
  /** By contrast: u_j. */
  segmentVariances: Float64Array;
}

/** The shifts of one brand's metric. */
export interface BrandShifts {
  shifts: ExplainedShift[];
  /** The factor of the sizes of shifts. */
  gain: number;
  /** By engine with shifts: the logarithms of the likelihood by point of `shiftGrid`. */
  logarithms: Map<number, Float64Array>;
}

/** Computes for each point of the grid how well it explains the shifts of each engine. */
export function computeShiftLikelihood(
  { design, shifts, shiftGain }: Evidence,
  noise: SegmentNoise,
): BrandShifts {
  const explained = shifts.map((shift) => ({
    ...shift,
    segmentVariances: explainShift(shift, noise, design.blocks.length),
  }));
  const logarithms = new Map<number, Float64Array>();
  for (const { engine, contrasts, values, segmentVariances } of explained) {
    const own = logarithms.get(engine) ?? new Float64Array(shiftGrid.length);
    logarithms.set(engine, own);
    for (const [point, { size, correlation }] of shiftGrid.entries()) {
      const shiftVariance = (size * shiftGain) ** 2;
      const correlated = contrasts.correlated[correlation] ?? contrasts.independent;
      for (let contrast = 0; contrast < contrasts.count; contrast += 1) {
        const variance = at(segmentVariances, contrast) + shiftVariance * at(correlated, contrast);
        own[point] = at(own, point) - (Math.log(variance) + at(values, contrast) ** 2 / variance) / 2;
      }
    }
  }
  return { shifts: explained, gain: shiftGain, logarithms };
}

/** The variance of the contrasts of an engine that comes from its segments: the weights of blocks are D_jb/√w_b. */
function explainShift(shift: ShiftEvidence, noise: SegmentNoise, blockCount: number): Float64Array {
  const { contrasts, blockCovariances, blockSpreads } = shift;
  const { single, common } = mixSegmentNoise(noise);
  const covariances = new Float64Array(blockCount ** 2);
  for (const [correlation, weight] of common.entries()) {
    const own = blockCovariances[correlation];
    if (own && weight > 0) addScaled(covariances, own, weight);
  }
  const variances = varyTogether(
    contrasts,
    covariances,
    blockCount,
    blockSpreads.map((spread) => 1 / Math.sqrt(spread)),
  );
  const independent = contrasts.answersPerBlock.map(
    (count, column) => 1 / (count * at(blockSpreads, column)),
  );
  addScaled(variances, varyIndependently(contrasts, independent), single);
  return variances;
}

/**
 * Weighs the points of the grid for an engine. Other engines count a quarter, other brands half: engines are alike in how
 * they change, but not the same.
 */
export function weighShiftNoise(engine: number, own: BrandShifts, others: readonly BrandShifts[]): number[] {
  const weights = Float64Array.from(shiftGrid, ({ prior }) => Math.log(prior));
  for (const brand of [own, ...others]) {
    for (const [otherEngine, logarithms] of brand.logarithms) {
      const brandWeight = brand === own ? 1 : otherBrandWeight;
      addScaled(weights, logarithms, brandWeight * (otherEngine === engine ? 1 : otherEngineWeight));
    }
  }
  return toWeights(weights);
}
