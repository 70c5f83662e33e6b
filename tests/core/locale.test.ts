import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatInstant, formatPeriod, formatShortDate } from '#lib/core/dates';
import { formatAnnotation } from '#lib/core/format-annotation';
import { formatAlternatives, formatList } from '#lib/core/lists';
import {
  formatCompact,
  formatCount,
  formatDecimalInput,
  formatInterval,
  formatMoney,
  formatPercent,
  formatPoints,
  parseCount,
  parseDecimal,
} from '#lib/core/numbers';
import { negotiateLocale, runWithReaderLocale } from '#lib/web/reader-locale';

const instant = new Date('2026-11-12T18:05:00Z');

/** Formats one value of each kind. */
function formatSamples() {
  return [
    formatCount(1_204_567),
    formatPercent(0.0123),
    formatPercent(0.0001),
    formatInterval({ low: 0.008, high: 0.019 }),
    formatPoints(-0.004),
    formatCompact(1_250),
    formatMoney(1_204.5, 'USD'),
    formatDate('2026-11-12'),
    formatShortDate('2026-11-12'),
    formatPeriod({ from: '2026-10-15', to: '2026-11-11' }),
    formatInstant(instant),
    formatDateTime(instant, { timeZone: 'Asia/Tokyo', withWeekday: true, withoutYear: true }),
    formatList(['A', 'B', 'C']),
    formatAlternatives(['A', 'B', 'C']),
  ];
}

it.each([
  [
    'en-GB',
    ['1,204,567', '1.2%', '<0.1%', '0.8 to 1.9', '−0.4 points', '1.3K', '$1,204.50'],
    ['12 Nov 2026', '12 Nov', '15 Oct to 11 Nov 2026', '12 Nov 2026, 18:05 UTC', 'Fri, 13 Nov, 03:05'],
    ['A, B and C', 'A, B or C'],
  ],
  [
    'en-US',
    ['1,204,567', '1.2%', '<0.1%', '0.8 to 1.9', '−0.4 points', '1.3K', '$1,204.50'],
    ['Nov 12, 2026', 'Nov 12', 'Oct 15 to Nov 11, 2026', 'Nov 12, 2026, 6:05 PM UTC', 'Fri, Nov 13, 3:05 AM'],
    ['A, B, and C', 'A, B, or C'],
  ],
  [
    'de-DE',
    ['1.204.567', '1,2%', '<0,1%', '0,8 to 1,9', '−0,4 points', '1,3K', '$1.204,50'],
    ['12 Nov 2026', '12 Nov', '15 Oct to 11 Nov 2026', '12 Nov 2026, 18:05 UTC', 'Fri, 13 Nov, 03:05'],
    ['A, B and C', 'A, B or C'],
  ],
  [
    'ja-JP',
    ['1,204,567', '1.2%', '<0.1%', '0.8 to 1.9', '−0.4 points', '1.3K', '$1,204.50'],
    ['2026 Nov 12', 'Nov 12', 'Oct 15 to 2026 Nov 11', '2026 Nov 12, 18:05 UTC', 'Fri, Nov 13, 03:05'],
    ['A, B and C', 'A, B or C'],
  ],
])('formats numbers, dates and lists for %s', (locale, numbers, dates, lists) => {
  expect(runWithReaderLocale(locale, formatSamples)).toEqual([...numbers, ...dates, ...lists]);
});

it.each([
  ['en-IN', '12,04,567', '1,204'],
  ['es-ES', '1.204.567', '1204'],
  ['fr-FR', '1\u202f204\u202f567', '1\u202f204'],
])('groups digits for %s', (locale, long, short) => {
  expect(runWithReaderLocale(locale, () => [formatCount(1_204_567), formatCount(1_204)])).toEqual([
    long,
    short,
  ]);
});

it.each([
  ['en-US', '1,204', 1_204],
  ['de-DE', '1.204', 1_204],
  ['de-DE', '1204 ', 1_204],
  ['fr-FR', '1\u202f204', 1_204],
  ['de-DE', '1,5', Number.NaN],
  ['en-US', '1.5', Number.NaN],
  ['en-US', '12,5', Number.NaN],
  ['en-IN', '12,04,567', 1_204_567],
  ['en-US', '-3', -3],
])('parses a whole number written as in %s: %s', (locale, text, count) => {
  expect(runWithReaderLocale(locale, () => parseCount(text))).toBe(count);
});

it.each([
  ['en-US', '1,204.5', 1_204.5],
  ['de-DE', '1.204,5', 1_204.5],
  ['de-DE', '2,5', 2.5],
  ['de-DE', '1.204', 1_204],
  ['de-DE', '0.5', 0.5],
  ['de-DE', '2.5', 2.5],
  ['de-DE', '1.25', 1.25],
  ['en-US', '1,25', Number.NaN],
  ['en-US', '.15', 0.15],
  ['en-US', '2,5', Number.NaN],
  ['en-IN', '12,04,567.5', 1_204_567.5],
  ['fr-FR', '1\u202f204,5', 1_204.5],
  ['en-US', '2.', Number.NaN],
  ['en-US', 'two', Number.NaN],
  ['en-US', '', Number.NaN],
])('parses a decimal number written as in %s: %s', (locale, text, number) => {
  expect(runWithReaderLocale(locale, () => parseDecimal(text))).toBe(number);
});

it.each(['en-US', 'de-DE', 'fr-FR', 'en-IN'])(
  'parses the numbers that it formats for inputs for %s',
  (locale) => {
    for (const number of [0.5, 1.125, 1.25, 1_204.5, 1_204, -3]) {
      expect(runWithReaderLocale(locale, () => parseDecimal(formatDecimalInput(number)))).toBe(number);
    }
  },
);

it('writes digits as 0 to 9 even if the locale has other digits', () => {
  expect(runWithReaderLocale('ar-EG', () => formatCount(12))).toBe('12');
});

it('formats for the locale of each concurrent reader', async () => {
  const read = (header: string) =>
    runWithReaderLocale(header, async () => {
      await new Promise(setImmediate);
      return formatCount(1_204);
    });
  expect(await Promise.all([read('de-DE'), read('en-US'), read('en-CA')])).toEqual([
    '1.204',
    '1,204',
    '1,204',
  ]);
  expect(formatDate('2026-11-12')).toBe('12 Nov 2026');
});

it('formats counts of annotations for readers, but not in files', () => {
  const annotation = { kind: 'prompts', day: '2026-11-12', added: 1_204, archived: 0 } as const;
  expect(formatAnnotation(annotation, String, formatCount)).toBe('1,204 prompts added');
  expect(formatAnnotation(annotation, String)).toBe('1204 prompts added');
});

describe('negotiateLocale', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
    ['en;q=0.5, en-US;q=0.9', 'en-US'],
    ['xx-YY, fr;q=0.2', 'fr'],
    ['de-u-nu-thai', 'de'],
    ['*', 'en-GB'],
    ['"><script>', 'en-GB'],
    ['de;q=0', 'en-GB'],
    ['', 'en-GB'],
    [undefined, 'en-GB'],
  ])('reads %s as %s', (header, locale) => {
    expect(negotiateLocale(header)).toBe(locale);
  });
});
