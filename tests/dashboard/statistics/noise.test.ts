import { describe, expect, test } from 'vitest';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
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
