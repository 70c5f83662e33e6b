import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { sumClusters } from '#lib/dashboard/analytics/statistics/clusters';
import { estimateInterval } from '#lib/dashboard/analytics/statistics/estimate-interval';

interface Counts {
  numerator: number;
  denominator: number;
}

const createCluster = (numerator: number, denominator = 10): Counts => ({ numerator, denominator });

/** Estimates the interval of prompts that each have one segment. */
const estimate = (prompts: readonly Counts[]) =>
  estimateInterval({ kind: 'rate', prompts: sumClusters(prompts), segments: sumClusters(prompts) });

const getWidth = ({ interval }: ReturnType<typeof estimate>) =>
  interval ? interval.high - interval.low : Number.NaN;

test('returns an interval around the pooled rate, whatever the order of the prompts', () => {
  const clusterArbitrary = fc.integer({ min: 1, max: 30 }).chain((denominator) =>
    fc.record({
      denominator: fc.constant(denominator),
      numerator: fc.integer({ min: 0, max: denominator }),
    }),
  );
  fc.assert(
    fc.property(fc.array(clusterArbitrary, { minLength: 1, maxLength: 40 }), (clusters) => {
      const { interval, designEffect } = estimate(clusters);
      expect(estimate(clusters.toReversed()).interval).toEqual(interval);
      const { numerator, denominator } = sumClusters(clusters);
      expect(interval?.low).toBeGreaterThanOrEqual(0);
      expect(interval?.low).toBeLessThanOrEqual(numerator / denominator);
      expect(interval?.high).toBeGreaterThanOrEqual(numerator / denominator);
      expect(interval?.high).toBeLessThanOrEqual(1);
      expect(designEffect).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('returns no interval without answers', () => {
  expect(estimate([]).interval).toBe(null);
  expect(estimate([createCluster(0, 0)]).interval).toBe(null);
});

test('returns a wider interval than Wilson’s when prompts differ strongly', () => {
  const split = Array.from({ length: 20 }, (_, index) => createCluster(index % 2 === 0 ? 10 : 0));
  const wilson = computeRate(100, 200);
  const { designEffect } = estimate(split);
  expect(getWidth(estimate(split))).toBeGreaterThan(2 * ((wilson.high ?? 0) - (wilson.low ?? 0)));
  // All ten answers to a prompt agree, so they count as one.
  expect(designEffect).toBeGreaterThan(9);
  expect(designEffect).toBeLessThan(12);
});

test('returns nearly Wilson’s interval when each prompt has one answer', () => {
  const single = Array.from({ length: 400 }, (_, index) => createCluster(index % 4 === 0 ? 1 : 0, 1));
  const { interval, designEffect } = estimate(single);
  const wilson = computeRate(100, 400);
  expect(interval?.low).toBeCloseTo(wilson.low ?? 0, 2);
  expect(interval?.high).toBeCloseTo(wilson.high ?? 0, 2);
  expect(designEffect).toBeCloseTo(1, 1);
});

test('returns Wilson’s interval for one segment', () => {
  const wilson = computeRate(0, 30);
  expect(estimate([createCluster(0, 30)]).interval).toEqual({ low: wilson.low, high: wilson.high });
});

test('returns a wider interval than Wilson’s for many prompts, even when all answers agree', () => {
  const none = Array.from({ length: 30 }, () => createCluster(0, 300));
  const { interval, designEffect } = estimate(none);
  expect(interval?.low).toBe(0);
  expect(interval?.high).toBeGreaterThan(0.02);
  expect(interval?.high).toBeLessThan(0.1);
  // The 9,000 answers count as fewer than 120 independent ones.
  expect(9_000 / designEffect).toBeLessThan(120);
});
