import { describe, expect, test } from 'vitest';
import { createComparison } from '#lib/dashboard/statistics/changes/comparison';
import { judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { createVectorNoise, readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
import { expectResult, hasVectors, listVectors, vectorsTitleSuffix } from '#tests/support/statistics-vectors';

describe.runIf(hasVectors)(`changes${vectorsTitleSuffix}`, () => {
  test.each(listVectors('change'))('%s', (_, vector) => {
    const { series, periods, segments, changedEngines, ...rest } = readVectorSeries(vector);
    const comparison = createComparison(
      series,
      createVectorNoise({ series, ...rest }),
      periods,
      changedEngines,
    );
    const change = judgeChange(comparison, segments);
    expectResult(
      {
        ...change,
        variance: change.precision?.variance ?? null,
        df: change.precision?.degreesOfFreedom ?? null,
        low: change.interval?.low ?? null,
        high: change.interval?.high ?? null,
      },
      vector,
    );
    expect(change.reason === null).toBe(!['too early', 'not comparable'].includes(change.verdict));
  });
});
