import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { bootstrapDifference, bootstrapRatio } from '#lib/dashboard/analytics/statistics/uncertainty';

const cluster = (numerator: number, denominator = 10) => ({ numerator, denominator });

test('returns the same interval for the same prompts, around the pooled rate', () => {
  const counted = fc.integer({ min: 1, max: 30 }).chain((denominator) =>
    fc.record({
      denominator: fc.constant(denominator),
      numerator: fc.integer({ min: 0, max: denominator }),
    }),
  );
  fc.assert(
    fc.property(fc.array(counted, { minLength: 5, maxLength: 40 }), (clusters) => {
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

test('widens the interval beyond that of the answers when prompts differ strongly', () => {
  const split = Array.from({ length: 20 }, (_, index) => cluster(index % 2 === 0 ? 10 : 0));
  const interval = bootstrapRatio(split);
  const counted = computeRate(100, 200);
  expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(
    2 * ((counted.high ?? 0) - (counted.low ?? 0)),
  );
});

test('returns about the interval of the answers when each prompt has one answer', () => {
  const single = Array.from({ length: 400 }, (_, index) => cluster(index % 4 === 0 ? 1 : 0, 1));
  const interval = bootstrapRatio(single);
  const counted = computeRate(100, 400);
  expect(interval?.low).toBeCloseTo(counted.low ?? 0, 1.5);
  expect(interval?.high).toBeCloseTo(counted.high ?? 0, 1.5);
});

test('returns no interval for too few or identical prompts', () => {
  expect(bootstrapRatio([1, 5, 9, 2].map((count) => cluster(count)))).toBe(null);
  expect(bootstrapRatio([1, 5, 9, 2].map((count) => cluster(count)).concat(cluster(0, 0)))).toBe(null);
  expect(bootstrapRatio(Array.from({ length: 8 }, () => cluster(10)))).toBe(null);
});

test('detects a difference within prompts although the prompts differ from one another', () => {
  const paired = [0, 2, 4, 6, 8, 1, 3, 5].map((count, index) => ({
    before: cluster(count),
    now: cluster(count + 1 + (index % 2)),
  }));
  const spread = bootstrapDifference(paired);
  expect(spread?.interval.low).toBeGreaterThan(0.1 - 1e-9);
  expect(spread?.interval.high).toBeLessThan(0.2 + 1e-9);
  expect(spread?.standardError).toBeLessThan(0.03);
});
