import { expect, test } from 'vitest';
import { computeRate, getGrade } from '#lib/core/metric';
import {
  benjaminiHochberg,
  newcombeInterval,
  normalPValue,
  twoProportionPValue,
} from '#lib/dashboard/analytics/statistics/uncertainty';

// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
// method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the Wilson interval of %i of %i is as published', (numerator, denominator, low, high) => {
  const rate = computeRate(numerator, denominator);
  expect(rate.value).toBe(numerator / denominator);
  expect(rate.low).toBeCloseTo(low, 4);
  expect(rate.high).toBeCloseTo(high, 4);
});

test('has no value without a denominator, and an interval that ends at 0 or 1 at the extremes', () => {
  expect(computeRate(0, 0)).toEqual({ numerator: 0, denominator: 0, value: null, low: null, high: null });
  expect(computeRate(0, 7).low).toBe(0);
  expect(computeRate(7, 7).high).toBe(1);
});

// Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17
// (1998), table II, method 10.
test.each([
  ['56/70 − 48/80', [56, 70], [48, 80], 0.0524, 0.3339],
  ['9/10 − 3/10', [9, 10], [3, 10], 0.1705, 0.809],
  ['6/7 − 2/7', [6, 7], [2, 7], 0.0582, 0.8062],
  ['5/56 − 0/29', [5, 56], [0, 29], -0.0381, 0.1926],
  ['0/10 − 0/20', [0, 10], [0, 20], -0.1611, 0.2775],
  ['0/10 − 0/10', [0, 10], [0, 10], -0.2775, 0.2775],
  ['10/10 − 0/20', [10, 10], [0, 20], 0.6791, 1],
  ['10/10 − 0/10', [10, 10], [0, 10], 0.6075, 1],
] as const)('the interval of the difference %s is as published', (_, [a, m], [b, n], low, high) => {
  const interval = newcombeInterval({
    now: { numerator: a, denominator: m },
    before: { numerator: b, denominator: n },
  });
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

test('returns no interval for a difference with an empty period', () => {
  expect(
    newcombeInterval({ now: { numerator: 1, denominator: 2 }, before: { numerator: 0, denominator: 0 } }),
  ).toBe(null);
});

// Benjamini and Hochberg (1995), section 3.2: the fifteen p-values of the thrombolysis trial.
test('rejects the four hypotheses of the published example, in any order', () => {
  const published = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  const firstFour = published.map((_, index) => index < 4);
  expect(benjaminiHochberg(published)).toEqual(firstFour);
  expect(benjaminiHochberg(published.toReversed())).toEqual(firstFour.toReversed());
  // A step-up procedure: the second is rejected because the third passes.
  expect(benjaminiHochberg([0.01, 0.04, 0.045])).toEqual([true, true, true]);
  expect(benjaminiHochberg([])).toEqual([]);
});

test.each([
  [0, 1],
  [1.959964, 0.05],
  [-2.575829, 0.01],
  [3.290527, 0.001],
])('the two-sided p-value of z = %f is %f', (z, p) => {
  expect(normalPValue(z)).toBeCloseTo(p, 6);
});

test('returns a p-value of 1 for equal shares and for shares that cannot differ', () => {
  const half = { numerator: 5, denominator: 10 };
  expect(twoProportionPValue({ now: half, before: half })).toBeCloseTo(1, 6);
  const zero = { numerator: 0, denominator: 10 };
  expect(twoProportionPValue({ now: zero, before: zero })).toBe(1);
});

test.each([
  [0, 'exploratory'],
  [49, 'exploratory'],
  [50, 'directional'],
  [199, 'directional'],
  [200, 'decision-grade'],
])('%i answers are %s', (answers, grade) => {
  expect(getGrade(answers)).toBe(grade);
});
