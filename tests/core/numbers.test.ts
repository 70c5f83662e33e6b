import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import {
  formatCompact,
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatPoints,
  formatPointsInterval,
  formatPosition,
  formatPositionChange,
  formatRateCounts,
} from '#lib/core/numbers';

test.each([
  [null, '–'],
  [0, '0%'],
  [0.0004, '<0.1%'],
  [0.002, '0.2%'],
  [0.0096, '1.0%'],
  [0.0994, '9.9%'],
  [0.0996, '10%'],
  [0.384, '38%'],
  [0.385, '39%'],
  [0.994, '99%'],
  [0.997, '>99%'],
  [1, '100%'],
])('formats the share %s as %s', (share, text) => {
  expect(formatPercent(share)).toBe(text);
});

test.each([
  [null, '–'],
  [{ low: null, high: null }, '–'],
  [{ low: 0.351, high: 0.409 }, '35 to 41'],
  [{ low: 0, high: 0.004 }, '0 to 0.4'],
  [{ low: 0, high: 0.0004 }, '0'],
  [{ low: 0.0084, high: 0.0192 }, '0.8 to 1.9'],
  [{ low: 0.0841, high: 0.121 }, '8.4 to 12'],
])('formats the interval %o as %s', (interval, text) => {
  expect(formatInterval(interval)).toBe(text);
});

test.each([
  [null, '–'],
  [0.061, '+6 points'],
  [-0.012, '−1 point'],
  [0.004, '+0.4 points'],
  [-0.004, '−0.4 points'],
  [0.0004, '0 points'],
  [-0.0004, '0 points'],
])('formats the difference %s as %s', (difference, text) => {
  expect(formatPoints(difference)).toBe(text);
});

test('formats counts, positions and plurals', () => {
  expect(formatCount(1204)).toBe('1,204');
  expect(formatCompact(1204)).toBe('1.2K');
  expect(formatPosition(2.34)).toBe('2.3');
  expect(formatPosition(null)).toBe('–');
  expect(formatPositionChange(-0.42)).toBe('−0.4');
  expect(formatPositionChange(0.42)).toBe('+0.4');
  expect(formatPointsInterval({ low: -0.02, high: 0.09 })).toBe('−2 to +9');
  expect(formatPointsInterval({ low: -0.11, high: -0.003 })).toBe('−11 to −0.3');
  expect(formatPointsInterval({ low: -0.11, high: 0.0001 })).toBe('−11 to +0.1');
  expect(formatPointsInterval({ low: 0, high: 0 })).toBe('0 to 0');
  expect(formatPlural(1, 'answer')).toBe('1 answer');
  expect(formatPlural(0, 'answer')).toBe('0 answers');
  expect(formatPlural(2100, 'country', 'countries')).toBe('2,100 countries');
});

test('formats the counts of a rate with its interval', () => {
  expect(formatRateCounts(computeRate(458, 1204), 'answers')).toBe(
    '458 of 1,204 answers, most likely 35 to 41%',
  );
  expect(formatRateCounts(computeRate(0, 0), 'answers')).toBe('0 of 0 answers');
});
