import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { bootstrapDifference, bootstrapRatio } from '#lib/dashboard/analytics/statistics/uncertainty';

const createCluster = (numerator: number, denominator = 10) => ({ numerator, denominator });

test('returns the same interval for the same prompts, around the pooled rate', () => {
  const clusterArbitrary = fc.integer({ min: 1, max: 30 }).chain((denominator) =>
    fc.record({
      denominator: fc.constant(denominator),
      numerator: fc.integer({ min: 0, max: denominator }),
    }),
  );
  fc.assert(
    fc.property(fc.array(clusterArbitrary, { minLength: 5, maxLength: 40 }), (clusters) => {
      const interval = bootstrapRatio(clusters);
      expect(bootstrapRatio(clusters.toReversed())).toEqual(interval);
      const paired = clusters.map((now, index) => ({ now, before: clusters[index - 1] ?? now }));
      expect(bootstrapDifference(paired.toReversed())).toEqual(bootstrapDifference(paired));
      if (!interval) return;
      const rates = clusters.map(({ numerator, denominator }) => numerator / denominator);
      expect(interval.low).toBeLessThan(interval.high);
      expect(interval.low).toBeGreaterThanOrEqual(Math.min(...rates) - 1e-12);
      expect(interval.high).toBeLessThanOrEqual(Math.max(...rates) + 1e-12);
    }),
    { numRuns: 40 },
  );
});

test('returns a wider interval than Wilson’s when prompts differ strongly', () => {
  const split = Array.from({ length: 20 }, (_, index) => createCluster(index % 2 === 0 ? 10 : 0));
  const interval = bootstrapRatio(split);
  const wilson = computeRate(100, 200);
  expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(
    2 * ((wilson.high ?? 0) - (wilson.low ?? 0)),
  );
});

test('returns about Wilson’s interval when each prompt has one answer', () => {
  const single = Array.from({ length: 400 }, (_, index) => createCluster(index % 4 === 0 ? 1 : 0, 1));
  const interval = bootstrapRatio(single);
  const wilson = computeRate(100, 400);
  expect(interval?.low).toBeCloseTo(wilson.low ?? 0, 1.5);
  expect(interval?.high).toBeCloseTo(wilson.high ?? 0, 1.5);
});

test('returns no interval for too few or identical prompts', () => {
  expect(bootstrapRatio([1, 5, 9, 2].map((count) => createCluster(count)))).toBe(null);
  expect(bootstrapRatio([1, 5, 9, 2].map((count) => createCluster(count)).concat(createCluster(0, 0)))).toBe(
    null,
  );
  expect(bootstrapRatio(Array.from({ length: 8 }, () => createCluster(10)))).toBe(null);
});

test('detects a difference within prompts although the prompts differ from one another', () => {
  const paired = [0, 2, 4, 6, 8, 1, 3, 5].map((count, index) => ({
    before: createCluster(count),
    now: createCluster(count + 1 + (index % 2)),
  }));
  const result = bootstrapDifference(paired);
  expect(result?.interval.low).toBeGreaterThan(0.1 - 1e-9);
  expect(result?.interval.high).toBeLessThan(0.2 + 1e-9);
  expect(result?.standardError).toBeLessThan(0.03);
});
