import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRatioComparison } from '#lib/dashboard/statistics/changes/comparison';
import { judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { compareBrands, placeBrand } from '#lib/dashboard/statistics/levels/compare-brands';
import { estimateLevel, estimateRatioLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { planPrecision } from '#lib/dashboard/statistics/levels/plan-precision';
import { estimateRepeat } from '#lib/dashboard/statistics/levels/repeat';
import { computeSpotChances, spotCheck } from '#lib/dashboard/statistics/levels/spot-check';
import { getChangeSpans, getLevelSpans } from '#lib/dashboard/statistics/noise/blocks';
import { at } from '#lib/dashboard/statistics/numeric/arrays';
import { applyRatioNoise, fitRatioNoise } from '#lib/dashboard/statistics/ratios/ratio-noise';
import {
  createVectorNoise,
  readSeries,
  readVectorSeries,
} from '#tests/dashboard/statistics/support/read-vector-series';
import { summarizeNoise } from '#tests/dashboard/statistics/support/summarize-noise';
import {
  expectResult,
  hasVectors,
  listVectors,
  type Vector,
  vectorsTitleSuffix,
} from '#tests/support/statistics-vectors';

describe.runIf(hasVectors)(`levels${vectorsTitleSuffix}`, () => {
  test.each(listVectors('level'))('%s', (_, vector) => {
    const { series, noise, periods, segments } = readWithNoise(vector);
    const { planned } = z.object({ planned: z.array(z.number()).optional() }).parse(vector.input);
    const level = estimateLevel(series, noise, periods.current, { segments, plannedRuns: planned });
    expectResult({ ...level, ...level?.interval, df: level?.degreesOfFreedom }, vector);
  });

  test.each(listVectors('ratio'))('%s', (_, vector) => {
    const { brands, series, periods, segments } = readVectorSeries(vector);
    const { show, whole } = z.object({ show: z.string(), whole: z.int() }).parse(vector.input);
    const wholes = readSeries(vector, whole).sums;
    const ratios = brands.map(({ panel, answers, sums }) => ({
      panel,
      answers,
      parts: sums,
      wholes,
      isSigned: false,
    }));
    const spans = show === 'level' ? getLevelSpans(periods.current) : getChangeSpans(periods);
    const [fit] = fitRatioNoise(ratios, spans);
    const [ratio] = ratios;
    expect(fit && ratio).toBeTruthy();
    if (!fit || !ratio) return;
    if (show === 'noise') return expectResult(summarizeNoise(fit.noise), vector);
    // The noise is stored as JSON.
    const noise = applyRatioNoise(JSON.parse(JSON.stringify(fit)), series.panel);
    if (show === 'level') {
      const level = estimateRatioLevel(ratio, noise, periods.current, segments);
      return expectResult({ ...level, ...level?.interval, df: level?.degreesOfFreedom }, vector);
    }
    const change = judgeChange(createRatioComparison(ratio, noise, periods), segments);
    return expectResult(
      { ...change, ...change.interval, ...change.precision, df: change.precision?.degreesOfFreedom },
      vector,
    );
  });

  test.each(listVectors('versus'))('%s', (_, vector) => {
    const { series, spans, periods } = readVectorSeries(vector);
    const { rival } = z.object({ rival: z.int() }).parse(vector.input);
    const other = readSeries(vector, rival);
    // One answer a day: both are mentioned if each is.
    const both = series.sums.map((sum, index) => Math.min(sum, at(other.sums, index)));
    const noise = createVectorNoise({ series, brands: [series, other], spans });
    const compared = compareBrands(series, other, { both, noise, period: periods.current });
    expectResult(
      {
        ...compared,
        ...compared?.interval,
        df: compared?.degreesOfFreedom,
        verdict: compared?.standing,
      },
      vector,
    );
  });

  test.each(listVectors('spot'))('%s', (_, vector) => {
    const { level, variance, a, tries } = z
      .object({
        level: z.number().default(0),
        variance: z.number().default(0),
        a: z.number().default(0),
        tries: z.int(),
      })
      .parse(vector.input);
    if (!('panel' in vector.input)) {
      return expectResult(
        { chances: computeSpotChances({ level, variance, likeness: a, tries }), level, a },
        vector,
      );
    }
    const { series, noise, periods, segments = [] } = readWithNoise(vector);
    const spot = spotCheck(series, noise, periods.current, { segments, tries });
    return expectResult({ ...spot, a: spot?.likeness }, vector);
  });

  test.each(listVectors('repeat'))('%s', (_, vector) => {
    const { series, noise, periods } = readWithNoise(vector);
    const repeat = estimateRepeat(series, noise, periods.current);
    expectResult({ ...repeat, sd: repeat?.deviation, how: repeat?.method }, vector);
  });

  test.each(listVectors('plan'))('%s', (_, vector) => {
    const { series, noise } = readWithNoise(vector);
    const { samples, days } = z.object({ samples: z.int(), days: z.int() }).parse(vector.input);
    const plan = planPrecision(noise, { segments: [...series.panel.segments.keys()], samples, days });
    expectResult({ ...plan, df: plan.degreesOfFreedom }, vector);
    expect(plan.hasEnoughSamples).toBe(true);
  });
});

test('people who ask three times see what independent answers show if nothing else is known to matter', () => {
  const chances = computeSpotChances({ level: 0.5, variance: 0, likeness: 0, tries: 3 });
  for (const [index, expected] of [1 / 8, 3 / 8, 3 / 8, 1 / 8].entries())
    expect(chances[index]).toBeCloseTo(expected, 6);
});

test('places a brand by those that are clearly ahead and clearly behind', () => {
  expect(placeBrand(['behind', 'behind', 'tied', 'tied', 'ahead'])).toEqual({ first: 3, last: 5, of: 6 });
  expect(placeBrand([])).toEqual({ first: 1, last: 1, of: 1 });
});

function readWithNoise(vector: Vector) {
  const read = readVectorSeries(vector);
  return { ...read, noise: createVectorNoise(read) };
}
