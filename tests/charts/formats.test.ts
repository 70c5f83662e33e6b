import { expect, test } from 'vitest';
import {
  formatCompact,
  formatCount,
  formatDate,
  formatInstant,
  formatInterval,
  formatPercent,
  formatPeriod,
  formatPlaces,
  formatPlural,
  formatPoints,
  formatPointsInterval,
  formatPosition,
  formatRelative,
  formatShortDate,
} from '#lib/format/formats';
import { countryInSentence, countryName, listNames } from '#lib/format/names';

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
])('the share %s is %s', (share, text) => {
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
])('the interval %o is %s', (interval, text) => {
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
])('the difference %s is %s', (difference, text) => {
  expect(formatPoints(difference)).toBe(text);
});

test('counts, positions, dates and plurals', () => {
  expect(formatCount(1204)).toBe('1,204');
  expect(formatCompact(1204)).toBe('1.2K');
  expect(formatPosition(2.34)).toBe('2.3');
  expect(formatPosition(null)).toBe('–');
  expect(formatPlaces(-0.42)).toBe('−0.4');
  expect(formatPlaces(0.42)).toBe('+0.4');
  expect(formatPointsInterval({ low: -0.02, high: 0.09 })).toBe('−2 to +9');
  expect(formatDate('2026-11-12')).toBe('12 Nov 2026');
  expect(formatDate(new Date('2026-11-12T23:59:59Z'))).toBe('12 Nov 2026');
  expect(formatShortDate('2026-09-02')).toBe('2 Sep');
  expect(formatInstant(new Date('2026-11-12T06:05:00Z'))).toBe('12 Nov 2026, 06:05 UTC');
  expect(formatPeriod({ from: '2026-10-15', to: '2026-11-11' })).toBe('15 Oct to 11 Nov 2026');
  expect(formatPeriod({ from: '2025-12-30', to: '2026-01-02' })).toBe('30 Dec 2025 to 2 Jan 2026');
  expect(formatPeriod({ from: '2026-01-02', to: '2026-01-02' })).toBe('2 Jan 2026');
  expect(formatPlural(1, 'answer')).toBe('1 answer');
  expect(formatPlural(0, 'answer')).toBe('0 answers');
  expect(formatPlural(2100, 'country', 'countries')).toBe('2,100 countries');
});

test.each([
  ['2026-11-12T11:59:30Z', '30 seconds ago'],
  ['2026-11-12T11:55:00Z', '5 minutes ago'],
  ['2026-11-12T09:00:00Z', '3 hours ago'],
  ['2026-11-11T11:00:00Z', 'yesterday'],
  ['2026-11-12T14:00:00Z', 'in 2 hours'],
])('%s is %s at noon', (instant, text) => {
  expect(formatRelative(new Date(instant), new Date('2026-11-12T12:00:00Z'))).toBe(text);
});

test('countries have their names, and what is none stays as it is', () => {
  expect(['JP', 'DE', 'US'].map(countryName)).toEqual(['Japan', 'Germany', 'United States']);
  expect(['', 'jp', 'QQ', 'USA'].map(countryName)).toEqual(['', 'jp', 'QQ', 'USA']);
});

test.each([
  ['JP', 'Japan'],
  ['US', 'the United States'],
  ['NL', 'the Netherlands'],
])('in a sentence %s is %s', (code, words) => {
  expect(countryInSentence(code)).toBe(words);
});

test('names stand in a sentence', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(listNames)).toEqual(['', 'A', 'A and B', 'A, B and C']);
});
