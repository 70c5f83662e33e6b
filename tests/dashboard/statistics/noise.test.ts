import { describe, expect, test } from 'vitest';
import { getLevelSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitBrandNoise, fitRowNoise } from '#lib/dashboard/statistics/noise/fit-many';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
import { arrangeCounts } from '#lib/dashboard/statistics/panel/panel';
import { buildBrands } from '#tests/dashboard/statistics/support/build-series';
import { readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
import { summarizeNoise } from '#tests/dashboard/statistics/support/summarize-noise';
import { expectResult, hasVectors, listVectors, vectorsTitleSuffix } from '#tests/support/statistics-vectors';

describe.runIf(hasVectors)(`noise${vectorsTitleSuffix}`, () => {
  test.each(listVectors('noise'))('%s', (_, vector) => {
    const { brands, spans } = readVectorSeries(vector);
    const [fit] = fitNoise(brands, spans);
    expect(fit).toBeTruthy();
    if (fit) expectResult(summarizeNoise(fit), vector);
  });
});

const options = { prompts: 3, engines: 2, days: 30, missing: 0.1, effect: 0 };
const spans = getLevelSpans({ from: 0, to: 30 });

/** Brands of one panel: with the same seed, they have the same answers. */
const brands = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((effect, index) => {
  const [series] = buildBrands({ ...options, seed: 11, effect });
  if (!series) throw new Error('There is no brand.');
  return index % 2 === 0
    ? series
    : { ...series, sums: series.sums.map((sum, day) => (day % 3 === 0 ? sum : 0)) };
});

test('each brand has the noise that it has with the four others that are mentioned most', () => {
  const count = ({ sums }: (typeof brands)[number]) => sums.reduce((sum, value) => sum + value, 0);
  const fits = fitBrandNoise(brands, spans);
  for (const [index, series] of brands.entries()) {
    const others = brands.filter((other) => other !== series).toSorted((a, b) => count(b) - count(a));
    const [expected] = fitNoise([series, ...others.slice(0, 4)], spans);
    expect(fits[index]?.inflation).toBeCloseTo(expected?.inflation ?? 0, 9);
    expect(fits[index]?.engineCorrelation).toBeCloseTo(expected?.engineCorrelation ?? 0, 9);
    expect(fits[index]?.segments).toEqual(expected?.segments);
  }
});

test('rows of a list share the noise of the largest, with their own variances', () => {
  const fits = fitRowNoise(brands, spans);
  const [largest] = fitBrandNoise(brands, spans).slice(-1);
  expect(fits[6]?.weights).toEqual(fits[1]?.weights);
  expect(fits[6]?.weights).toEqual(largest?.weights);
  expect(fits[6]?.segments).not.toEqual(fits[1]?.segments);
});

test('places counts at their segments and days', () => {
  const panel = brands[0]?.panel;
  if (!panel) throw new Error('There is no panel.');
  const counts = arrangeCounts(panel, [
    { segment: '1 0', day: '2026-03-04', count: 5 },
    { segment: 'gone', day: '2026-03-04', count: 6 },
    { segment: '1 0', day: '2025-03-04', count: 7 },
  ]);
  expect(counts.length).toBe(panel.segments.length * panel.days.length);
  expect([...counts.entries()].filter(([, count]) => count > 0)).toEqual([[2 * 30 + 2, 5]]);
});
