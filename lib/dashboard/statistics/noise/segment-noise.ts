import { dayCorrelations } from '#lib/dashboard/statistics/noise/day-correlation';
import type { Evidence } from '#lib/dashboard/statistics/noise/evidence';
import { segmentGrid } from '#lib/dashboard/statistics/noise/grids';
import type { RunDesign, SpanContrasts } from '#lib/dashboard/statistics/noise/run-design';
import { at, dot, total, toWeights } from '#lib/dashboard/statistics/numeric/arrays';

/** Prior knowledge about the scale of the variance, in contrasts. */
const priorScaleDegrees = 4;

/** Weight of what other brands say. */
export const otherBrandWeight = 0.5;

/** The likelihood of the grid of segment noise. */
export interface SegmentLikelihood {
  /** F plus the prior: the number of contrasts, weighted by what they tell, that the scale is estimated from. */
  degreesOfFreedom: number;
  /** By point of the grid: (4 + R)/(4 + F), observed ÷ expected squares of contrasts. */
  ratios: Float64Array;
  /** By point of the grid. */
  logarithms: Float64Array;
}

/** How likely each point of `segmentGrid` is, and by which factor the variance is larger (c). */
export interface SegmentNoise {
  weights: number[];
  scales: number[];
  degreesOfFreedom: number;
}

/** Computes for each point of the grid how well it explains the contrasts of segments. */
export function computeSegmentLikelihood({ groups }: Evidence): SegmentLikelihood {
  const degreesOfFreedom =
    priorScaleDegrees + total(groups, ({ information, group }) => information * group.count);
  const ratios = new Float64Array(segmentGrid.length);
  const logarithms = new Float64Array(segmentGrid.length);
  for (const [point, { commonShare, correlation }] of segmentGrid.entries()) {
    let residual = priorScaleDegrees;
    let logVariances = 0;
    for (const { group, squares, information } of groups) {
      const correlated = group.correlated[correlation] ?? group.independent;
      for (let contrast = 0; contrast < group.count; contrast += 1) {
        const variance =
          (1 - commonShare) * at(group.independent, contrast) + commonShare * at(correlated, contrast);
        residual += at(squares, contrast) / variance;
        logVariances += information * Math.log(variance);
      }
    }
    ratios[point] = residual / degreesOfFreedom;
    logarithms[point] = -(logVariances + degreesOfFreedom * Math.log(residual)) / 2;
  }
  return { degreesOfFreedom, ratios, logarithms };
}

/** Weighs the points of the grid. Other brands count half, because their answers are the same. */
export function weighSegmentNoise(
  own: SegmentLikelihood,
  others: readonly SegmentLikelihood[],
  design: RunDesign,
): SegmentNoise {
  const logarithms = Float64Array.from(
    segmentGrid,
    ({ prior }, point) =>
      Math.log(prior) +
      at(own.logarithms, point) +
      otherBrandWeight * total(others, (other) => at(other.logarithms, point)),
  );
  const minScale = Math.min(1, 1 / design.answersPerDay);
  return {
    weights: toWeights(logarithms),
    scales: Array.from(own.ratios, (ratio) => Math.max(minScale, ratio)),
    degreesOfFreedom: own.degreesOfFreedom,
  };
}

/** The expected variance of contrasts per unit of the variance of an answer, by contrast. */
export function expectContrastVariances(noise: SegmentNoise, contrasts: SpanContrasts): Float64Array {
  const { single, common } = mixSegmentNoise(noise);
  const variances = contrasts.independent.map((variance) => single * variance);
  for (const [correlation, weight] of common.entries()) {
    const correlated = contrasts.correlated[correlation];
    for (let index = 0; correlated && index < variances.length; index += 1) {
      variances[index] = at(variances, index) + weight * at(correlated, index);
    }
  }
  return variances;
}

/** The expected factors of the part of single answers, Σωc(1−a), and of the common part by φ, Σωca. */
export function mixSegmentNoise({ weights, scales }: SegmentNoise): { single: number; common: Float64Array } {
  const common = new Float64Array(dayCorrelations.length);
  let single = 0;
  for (const [point, { commonShare, correlation }] of segmentGrid.entries()) {
    const weight = (weights[point] ?? 0) * (scales[point] ?? 0);
    single += weight * (1 - commonShare);
    common[correlation] = at(common, correlation) + weight * commonShare;
  }
  return { single, common };
}

/** The number of answers that tell as much as one independent answer, at least 1. */
export function computeInflation(noise: SegmentNoise, { engines }: RunDesign): number {
  const { single, common } = mixSegmentNoise(noise);
  const segments = total(engines, (engine) => engine.segments.length);
  const inflated = total(engines, (engine) => {
    const perAnswer = single / engine.answersPerSegment + dot(common, engine.dayOverlaps);
    return engine.segments.length * engine.answersPerSegment * perAnswer;
  });
  return Math.max(1, inflated / segments);
}
