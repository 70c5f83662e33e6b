import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryCodes } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';
import { addDays, addYears, createFixedClock, listDays } from '#lib/core/time';
import {
  findInvalidDays,
  formatFilters,
  getPeriods,
  getPresetDays,
  type MetricFilters,
  parseFilters,
} from '#lib/dashboard/analytics/filters/metric-filters';

const clock = createFixedClock(new Date('2026-11-20T23:30:00Z'));
const words = fc.uniqueArray(
  fc.string({ minLength: 1, unit: 'binary' }).filter((word) => !word.includes('\0') && word.isWellFormed()),
  { maxLength: 4 },
);

const filtersArbitrary: fc.Arbitrary<MetricFilters> = fc
  .record({
    ago: fc.integer({ min: 0, max: 400 }),
    length: fc.integer({ min: 1, max: 366 }),
    comparison: fc.oneof(
      fc
        .constantFrom('previous' as const, 'year' as const, 'none' as const)
        .map((compare) => ({ compare, comparedWith: null })),
      fc
        .record({ ago: fc.integer({ min: 0, max: 900 }), length: fc.integer({ min: 1, max: 366 }) })
        .map((days) => {
          const to = addDays('2026-11-20', -days.ago);
          return { compare: 'custom' as const, comparedWith: { from: addDays(to, 1 - days.length), to } };
        }),
    ),
    engines: fc.subarray<string>([...engines]),
    countries: fc.subarray<string>(countryCodes.slice(0, 40)),
    topics: words,
    tags: words,
    promptIds: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    brandId: fc.option(fc.uuid()),
    branded: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
  })
  .map(({ ago, length, comparison, ...rest }) => {
    const to = addDays('2026-11-20', -ago);
    return { projectId: 'p', from: addDays(to, 1 - length), to, ...comparison, ...rest };
  });

test('parses formatted filters to the same filters', () => {
  fc.assert(
    fc.property(filtersArbitrary, (filters) => {
      const parameters = formatFilters(filters, clock);
      expect(parseFilters('p', parameters, clock)).toEqual(filters);
      expect(findInvalidDays(parameters, clock)).toBeNull();
      expect(parseFilters('p', new URLSearchParams(parameters.toString()), clock)).toEqual(filters);
    }),
  );
});

test('defaults to the last 28 days and the period before, without parameters', () => {
  const filters = parseFilters('p', {}, clock);
  expect(filters).toEqual({
    projectId: 'p',
    from: '2026-10-24',
    to: '2026-11-20',
    compare: 'previous',
    comparedWith: null,
    engines: [],
    countries: [],
    topics: [],
    tags: [],
    promptIds: [],
    brandId: null,
    branded: 'without',
  });
  expect(formatFilters(filters, clock).toString()).toBe('');
  expect(getPresetDays(filters, clock)).toBe(28);
});

test.each([
  ['an unknown preset', { days: '13' }, {}, 'period'],
  ['a preset', { days: '7' }, { from: '2026-11-14' }],
  ['a range', { from: '2026-11-01', to: '2026-11-03' }, { from: '2026-11-01', to: '2026-11-03' }],
  ['a range into the future', { from: '2026-11-01', to: '2027-01-01' }, { from: '2026-11-01' }],
  ['a reversed range', { from: '2026-11-03', to: '2026-11-01' }, {}, 'period'],
  ['a range entirely in the future', { from: '2026-12-01', to: '2026-12-05' }, {}, 'period'],
  ['a range that is too long', { from: '2020-01-01', to: '2026-11-01' }, {}, 'period'],
  ['an invalid day', { from: '2026-02-30', to: '2026-03-01' }, {}, 'period'],
  ['the first days of the calendar', { from: '0000-01-01', to: '0000-01-02' }, {}, 'period'],
  ['an incomplete range', { from: '2026-11-01' }, {}, 'period'],
  ['an incomplete range and a preset', { from: '2026-11-01', days: '7' }, { from: '2026-11-14' }],
  ['unknown values', { engine: 'bing', country: 'XX', compare: 'century', branded: 'maybe' }, {}],
  [
    'known and unknown values',
    { engine: ['chat', 'bing', 'chat'], country: 'JP' },
    { engines: ['chat'], countries: ['JP'] },
  ],
  ['the same days a year earlier', { compare: 'year' }, { compare: 'year' }],
  [
    'a comparison range',
    { compare: 'custom', compareFrom: '2026-01-01', compareTo: '2026-01-31' },
    { compare: 'custom', comparedWith: { from: '2026-01-01', to: '2026-01-31' } },
  ],
  ['an incomplete comparison range', { compare: 'custom', compareFrom: '2026-01-01' }, {}, 'comparison'],
  ['malformed IDs', { prompt: 'x', brand: ['y'] }, {}],
  ['empty and unstorable values', { topic: ['', 'a\0b', 'a,b'] }, { topics: ['a,b'] }],
] as [string, Record<string, string | string[]>, Partial<MetricFilters>, (string | null)?][])(
  'parses %s',
  (_, parameters, expected, invalidDays = null) => {
    expect(parseFilters('p', parameters, clock)).toEqual({ ...parseFilters('p', {}, clock), ...expected });
    expect(findInvalidDays(parameters, clock)).toBe(invalidDays);
  },
);

test.each([
  ['2026-11-20', -1, '2025-11-20'],
  ['2024-02-29', -1, '2023-02-28'],
  ['2024-02-29', -4, '2020-02-29'],
])('%s plus %d years is %s', (day, years, expected) => {
  expect(addYears(day, years)).toBe(expected);
});

test('the previous period has the same length and ends the day before the current one, across months and leap days', () => {
  fc.assert(
    fc.property(filtersArbitrary, (filters) => {
      const { current, previous } = getPeriods(filters);
      expect(previous === null).toBe(filters.compare === 'none');
      if (!previous || filters.compare !== 'previous') return;
      const both = listDays(previous.from, current.to);
      expect(both).toHaveLength(2 * listDays(current.from, current.to).length);
      expect(both.indexOf(current.from)).toBe(both.indexOf(previous.to) + 1);
      expect(new Set(both).size).toBe(both.length);
    }),
  );
});
