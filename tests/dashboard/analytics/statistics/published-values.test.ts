import { expect, test } from 'vitest';
import { computeRate, getGrade } from '#lib/core/metric';
import { getPValue, getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

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

test('a rate has no value without a denominator, and an interval that ends at 0 or 1 at the extremes', () => {
  expect(computeRate(0, 0)).toEqual({ numerator: 0, denominator: 0, value: null, low: null, high: null });
  expect(computeRate(0, 7).low).toBe(0);
  expect(computeRate(7, 7).high).toBe(1);
});

// Quantiles of Student's t distribution, as in any statistical table.
test.each([
  [1, 12.7062],
  [2, 4.3027],
  [4, 2.7764],
  [10, 2.2281],
  [30, 2.0423],
  [Number.POSITIVE_INFINITY, 1.96],
])('with %f degrees of freedom, the two-sided 95% quantile is %f', (degreesOfFreedom, quantile) => {
  expect(getQuantile(degreesOfFreedom)).toBeCloseTo(quantile, 3);
  expect(getPValue(quantile, degreesOfFreedom)).toBeCloseTo(0.05, 4);
  expect(getPValue(0, degreesOfFreedom)).toBeCloseTo(1, 6);
});

test.each([
  [0, 'exploratory'],
  [49, 'exploratory'],
  [50, 'directional'],
  [199, 'directional'],
  [200, 'decision-grade'],
])('%i effective answers are %s', (answers, grade) => {
  expect(getGrade(answers)).toBe(grade);
});

test('a share with a margin of error above 10 points is at most directional', () => {
  expect(getGrade(1_000, 0.11)).toBe('directional');
  expect(getGrade(1_000, 0.1)).toBe('decision-grade');
  expect(getGrade(20, 0.3)).toBe('exploratory');
});
