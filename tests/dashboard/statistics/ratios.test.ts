import { expect, test } from 'vitest';
import { createRatioComparison } from '#lib/dashboard/statistics/changes/comparison';
import { compareSegments, judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { toWeighting } from '#lib/dashboard/statistics/changes/weigh-change';
import { estimateRatioLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { getChangeSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitRowNoise } from '#lib/dashboard/statistics/noise/fit-many';
import { computeVariance } from '#lib/dashboard/statistics/noise/variance';
import {
  applyRatioNoise,
  fitRatioNoise,
  narrowRatioNoise,
} from '#lib/dashboard/statistics/ratios/ratio-noise';
import type { RatioSeries } from '#lib/dashboard/statistics/ratios/ratio-series';
import { buildBrands } from '#tests/dashboard/statistics/support/build-series';

const periods = { previous: { from: 0, to: 20 }, current: { from: 20, to: 40 } };
const spans = getChangeSpans(periods);

/** Shares of mentions of two brands, and the difference of both; the last segment was only asked in the first period. */
function buildRatios(): RatioSeries[] {
  const brands = buildBrands({ seed: 8, prompts: 4, engines: 2, days: 40, missing: 0, effect: 0.1 });
  const cut = (counts: Float64Array) => counts.map((count, index) => (index >= 7 * 40 + 20 ? 0 : count));
  const [a, b] = brands.map(({ panel, answers, sums }) => ({
    panel,
    answers: cut(answers),
    sums: cut(sums),
  }));
  if (!a || !b) throw new Error('There are no brands.');
  const wholes = a.sums.map((sum, index) => sum + (b.sums[index] ?? 0));
  const base = { panel: a.panel, answers: a.answers, wholes, isSigned: false };
  const difference = a.sums.map((sum, index) => sum - (b.sums[index] ?? 0));
  return [
    { ...base, parts: a.sums },
    { ...base, parts: b.sums },
    { ...base, parts: difference, isSigned: true },
  ];
}

function compareRatio(index: number) {
  const ratios = buildRatios();
  const ratio = ratios[index];
  const [fit] = fitRatioNoise(ratios.slice(index, index + 1), spans);
  if (!ratio || !fit) throw new Error('There is no ratio.');
  const noise = applyRatioNoise(fit, ratio.panel);
  return { ratio, noise, comparison: createRatioComparison(ratio, noise, periods) };
}

test('the whole panel has the noise of the panel, though a segment is not compared; a part of it has its own', () => {
  const { noise, comparison } = compareRatio(0);
  const all = [...comparison.panel.segments.keys()];
  const { compared } = compareSegments(comparison, all);
  expect(compared).toHaveLength(7);
  const change = judgeChange(comparison);
  expect(change.precision).toEqual(computeVariance(noise.noise, toWeighting(comparison, compared)));
  const part = [0, 1];
  expect(narrowRatioNoise(noise, part, all).spreads).not.toEqual(noise.noise.spreads);
  expect(narrowRatioNoise(noise, all, all)).toBe(noise.noise);
});

test('shares of a whole mirror each other, and their signed difference is twice as large', () => {
  const [a, b, signed] = [0, 1, 2].map((index) => judgeChange(compareRatio(index).comparison));
  expect(a?.difference).toBeCloseTo(-(b?.difference ?? 0), 12);
  expect(a?.interval?.low).toBeCloseTo(-(b?.interval?.high ?? 0), 3);
  expect(signed?.difference).toBeCloseTo(2 * (a?.difference ?? 0), 12);
});

test('a level of nothing counted is unknown, and intervals stay in the range of the ratio', () => {
  const { ratio, noise } = compareRatio(2);
  const level = estimateRatioLevel(ratio, noise, periods.current);
  expect(level?.interval.low).toBeGreaterThanOrEqual(-1);
  expect(level?.interval.high).toBeLessThanOrEqual(1);
  const empty = { ...ratio, wholes: ratio.wholes.map(() => 0), parts: ratio.parts.map(() => 0) };
  expect(estimateRatioLevel(empty, noise, periods.current)).toBeNull();
  expect(judgeChange(createRatioComparison(empty, noise, periods))).toMatchObject({
    verdict: 'too early',
    reason: 'few answers',
    difference: null,
  });
});

test('rows of a list share the noise of the largest ratio', () => {
  const [a, b] = fitRatioNoise(buildRatios().slice(0, 2), spans, fitRowNoise);
  expect(a?.noise.weights).toEqual(b?.noise.weights);
  expect(a?.noise.engines).toEqual(b?.noise.engines);
});
