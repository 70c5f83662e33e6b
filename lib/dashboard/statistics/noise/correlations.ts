import type { Evidence } from '#lib/dashboard/statistics/noise/evidence';
import { shiftGrid } from '#lib/dashboard/statistics/noise/grids';
import {
  expectContrastVariances,
  otherBrandWeight,
  type SegmentNoise,
} from '#lib/dashboard/statistics/noise/segment-noise';
import type { BrandShifts, ExplainedShift } from '#lib/dashboard/statistics/noise/shift-noise';
import { at, clamp, total } from '#lib/dashboard/statistics/numeric/arrays';

/** Prior knowledge that segments of a prompt are independent, in contrasts. */
const priorPromptDegrees = 30;
const minPrompts = 3;

/** Prior knowledge about the correlation of engines, in contrasts. */
const priorEngineDegrees = 4;
const priorEngineCorrelation = 0.15;

/**
 * Estimates the correlation of the segments of a prompt beyond the shifts of their engines (ι): how much larger the
 * squared sums of their contrasts are than if they were independent. 0 with fewer than three prompts.
 */
export function estimatePromptCorrelation(evidence: Evidence, noise: SegmentNoise): number {
  const { series, spreads, groups } = evidence;
  const prompts = new Set<number>();
  let [squares, count] = [priorPromptDegrees, priorPromptDegrees];
  const excesses: number[] = [];
  for (const alike of Map.groupBy(groups, ({ group }) => group.key).values()) {
    const [first] = alike;
    if (!first) continue;
    const variances = expectContrastVariances(noise, first.group);
    const members = alike.flatMap(({ group, values }) =>
      group.segments.map((segment, index) => ({ segment, values: values[index] ?? variances })),
    );
    const byPrompt = Map.groupBy(members, ({ segment }) => series.panel.promptIndexes[segment] ?? 0);
    for (const [prompt, own] of byPrompt) {
      if (own.length < 2) continue;
      prompts.add(prompt);
      const spread = total(own, ({ segment }) => at(spreads, segment));
      for (let contrast = 0; contrast < first.group.count; contrast += 1) {
        const sum = total(own, ({ values }) => at(values, contrast));
        squares += sum ** 2 / (spread * at(variances, contrast));
        count += 1;
      }
      excesses.push(total(own, ({ segment }) => Math.sqrt(at(spreads, segment))) ** 2 / spread);
    }
  }
  if (prompts.size < minPrompts) return 0;
  const inflation = Math.max(1, squares / count);
  const expected = total(excesses, (excess) => excess) / excesses.length;
  return Math.min(1, (inflation - 1) / Math.max(1e-9, expected - 1));
}

/** Estimates the correlation of the shifts of two engines (ϱ), from 0 to 1. Other brands count half. */
export function estimateEngineCorrelation(
  weights: ReadonlyMap<number, readonly number[]>,
  own: BrandShifts,
  others: readonly BrandShifts[],
): number {
  let products = priorEngineDegrees * priorEngineCorrelation;
  let information = priorEngineDegrees;
  for (const brand of [own, ...others]) {
    const brandWeight = brand === own ? 1 : otherBrandWeight;
    const scaled = brand.shifts.map((shift) =>
      scaleShift(shift, brand.gain, weights.get(shift.engine) ?? []),
    );
    for (const [index, a] of scaled.entries()) {
      for (const b of scaled.slice(index + 1)) {
        if (a.engine === b.engine || a.key !== b.key) continue;
        for (const [contrast, share] of a.shares.entries()) {
          const reliability = Math.sqrt(share * at(b.shares, contrast));
          products += brandWeight * reliability * at(a.values, contrast) * at(b.values, contrast);
          information += brandWeight * reliability ** 2;
        }
      }
    }
  }
  return clamp(products / information, 0, 1);
}

/** By contrast: the value in standard deviations, and the share of its variance that the shift of the engine has. */
function scaleShift(
  { engine, contrasts, values, segmentVariances }: ExplainedShift,
  gain: number,
  weights: readonly number[],
) {
  const shiftVariances = new Float64Array(contrasts.count);
  for (const [point, { size, correlation }] of shiftGrid.entries()) {
    const factor = (weights[point] ?? 0) * (size * gain) ** 2;
    const correlated = contrasts.correlated[correlation] ?? contrasts.independent;
    for (let contrast = 0; contrast < contrasts.count; contrast += 1) {
      shiftVariances[contrast] = at(shiftVariances, contrast) + factor * at(correlated, contrast);
    }
  }
  const variances = shiftVariances.map((variance, contrast) => variance + at(segmentVariances, contrast));
  return {
    engine,
    key: contrasts.key,
    values: values.map((value, contrast) => value / Math.sqrt(at(variances, contrast))),
    shares: shiftVariances.map((variance, contrast) => variance / at(variances, contrast)),
  };
}
