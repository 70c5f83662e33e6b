import { describe, test } from 'vitest';
import { z } from 'zod';
import { estimateLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { createVectorNoise, readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
import { expectResult, hasVectors, listVectors, vectorsTitleSuffix } from '#tests/support/statistics-vectors';

const plannedSchema = z.object({ planned: z.array(z.number()).optional() });

describe.runIf(hasVectors)(`levels${vectorsTitleSuffix}`, () => {
  test.each(listVectors('level'))('%s', (_, vector) => {
    const { series, periods, segments, ...rest } = readVectorSeries(vector);
    const level = estimateLevel(series, createVectorNoise({ series, ...rest }), periods.current, {
      segments,
      plannedRuns: plannedSchema.parse(vector.input).planned,
    });
    expectResult({ ...level, ...level?.interval, df: level?.degreesOfFreedom }, vector);
  });
});
