import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryCodes } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';
import { addDays, addYears, createFixedClock, listCalendarPeriods, listDays, toUtcDay } from '#lib/core/time';
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

const periodArbitrary = fc.oneof(
  fc
    .record({ ago: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 366 }) })
    .map(({ ago, length }) => {
      const to = addDays('2026-11-20', -ago);
      return { from: addDays(to, 1 - length), to, calendarPeriod: null };
    }),
  fc
    .constantFrom(...listCalendarPeriods('2026-11-20'))
    .map(({ from, to, name }) => ({ from, to, calendarPeriod: name })),
);

const filtersArbitrary: fc.Arbitrary<MetricFilters> = fc
  .record({
    period: periodArbitrary,
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
  .map(({ period, comparison, ...rest }) => ({
    projectId: 'p',
    timeZone: 'UTC',
    ...period,
    ...comparison,
    ...rest,
  }));

test('parses formatted filters to the same filters', () => {
  fc.assert(
    fc.property(filtersArbitrary, (filters) => {
      const parameters = formatFilters(filters, clock);
      expect(parseFilters({ id: 'p', timeZone: 'UTC' }, parameters, clock)).toEqual(filters);
      expect(findInvalidDays(parameters, toUtcDay(clock.now()))).toBeNull();
      expect(
        parseFilters({ id: 'p', timeZone: 'UTC' }, new URLSearchParams(parameters.toString()), clock),
      ).toEqual(filters);
    }),
  );
});

test('without parameters, defaults to the last 28 days and compares them with the 28 days before', () => {
  const filters = parseFilters({ id: 'p', timeZone: 'UTC' }, {}, clock);
  expect(filters).toEqual({
    projectId: 'p',
    timeZone: 'UTC',
    from: '2026-10-24',
    to: '2026-11-20',
    calendarPeriod: null,
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
  [
    'a calendar period',
    { period: 'last-quarter', days: '7' },
    { from: '2026-07-01', to: '2026-09-30', calendarPeriod: 'last-quarter' },
  ],
  ['an unknown calendar period', { period: 'next-month' }, {}, 'period'],
  ['an unknown calendar period and a preset', { period: 'next-month', days: '7' }, { from: '2026-11-14' }],
  [
    'a range and a calendar period',
    { from: '2026-11-01', to: '2026-11-20', period: 'this-month' },
    { from: '2026-11-01' },
  ],
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
  [
    'a comparison range ages ago',
    { compare: 'custom', compareFrom: '1000-01-01', compareTo: '1000-01-31' },
    {},
    'comparison',
  ],
  ['malformed IDs', { prompt: 'x', brand: ['y'] }, {}],
  ['empty values and values with NUL bytes', { topic: ['', 'a\0b', 'a,b'] }, { topics: ['a,b'] }],
] as [string, Record<string, string | string[]>, Partial<MetricFilters>, (string | null)?][])(
  'parses %s',
  (_, parameters, expected, invalidDays = null) => {
    expect(parseFilters({ id: 'p', timeZone: 'UTC' }, parameters, clock)).toEqual({
      ...parseFilters({ id: 'p', timeZone: 'UTC' }, {}, clock),
      ...expected,
    });
    expect(findInvalidDays(parameters, toUtcDay(clock.now()))).toBe(invalidDays);
  },
);

test.each([
  ['2026-11-20', -1, '2025-11-20'],
  ['2024-02-29', -1, '2023-02-28'],
  ['2024-02-29', -4, '2020-02-29'],
])('%s plus %d years is %s', (day, years, expected) => {
  expect(addYears(day, years)).toBe(expected);
});

test('a calendar period moves with the clock, and custom dates do not', () => {
  const december = createFixedClock(new Date('2026-12-03T00:00:00Z'));
  const month = formatFilters(
    parseFilters({ id: 'p', timeZone: 'UTC' }, { period: 'this-month' }, clock),
    clock,
  );
  expect(month.toString()).toBe('period=this-month');
  expect(parseFilters({ id: 'p', timeZone: 'UTC' }, month, december)).toMatchObject({
    from: '2026-12-01',
    to: '2026-12-03',
  });
  const dates = formatFilters(
    parseFilters({ id: 'p', timeZone: 'UTC' }, { from: '2026-11-01', to: '2026-11-19' }, clock),
    clock,
  );
  expect(parseFilters({ id: 'p', timeZone: 'UTC' }, dates, december)).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-19',
  });
});

test('this month is not mistaken for the last 28 days on its 28th day', () => {
  const filters = parseFilters(
    { id: 'p', timeZone: 'UTC' },
    { period: 'this-month' },
    createFixedClock(new Date('2026-11-28')),
  );
  expect(getPresetDays(filters, createFixedClock(new Date('2026-11-28')))).toBeNull();
});

test.each([
  ['this-month', '2026-11-12', '2026-11-01', '2026-11-12', '2026-10-01', '2026-10-12'],
  ['this-month', '2026-11-30', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-30'],
  ['this-month', '2026-12-31', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30'],
  ['this-month', '2027-01-01', '2027-01-01', '2027-01-01', '2026-12-01', '2026-12-01'],
  ['this-month', '2027-03-30', '2027-03-01', '2027-03-30', '2027-02-01', '2027-02-28'],
  ['this-month', '2028-03-30', '2028-03-01', '2028-03-30', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-12-01', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['last-month', '2027-01-31', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30'],
  ['last-month', '2028-03-31', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
  ['last-month', '2028-04-01', '2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['this-quarter', '2026-11-12', '2026-10-01', '2026-11-12', '2026-07-01', '2026-08-12'],
  ['this-quarter', '2027-05-31', '2027-04-01', '2027-05-31', '2027-01-01', '2027-02-28'],
  ['this-quarter', '2027-01-01', '2027-01-01', '2027-01-01', '2026-10-01', '2026-10-01'],
  ['last-quarter', '2026-11-12', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
  ['last-quarter', '2027-01-01', '2026-10-01', '2026-12-31', '2026-07-01', '2026-09-30'],
  ['last-quarter', '2028-04-01', '2028-01-01', '2028-03-31', '2027-10-01', '2027-12-31'],
  ['year-to-date', '2026-11-12', '2026-01-01', '2026-11-12', '2025-01-01', '2025-11-12'],
  ['year-to-date', '2028-02-29', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
  ['year-to-date', '2028-12-31', '2028-01-01', '2028-12-31', '2027-01-01', '2027-12-31'],
])('%s on %s is %s to %s, compared with %s to %s', (period, today, from, to, previousFrom, previousTo) => {
  const filters = parseFilters(
    { id: 'p', timeZone: 'UTC' },
    { period },
    createFixedClock(new Date(`${today}T23:59:59Z`)),
  );
  expect(getPeriods(filters)).toEqual({
    current: { from, to },
    previous: { from: previousFrom, to: previousTo },
  });
});

test('the previous period has the same length and ends the day before the current one starts, across months and leap days', () => {
  fc.assert(
    fc.property(filtersArbitrary, (filters) => {
      const { current, previous } = getPeriods(filters);
      expect(previous === null).toBe(filters.compare === 'none');
      if (!previous || filters.compare !== 'previous' || filters.calendarPeriod) return;
      const both = listDays(previous.from, current.to);
      expect(both).toHaveLength(2 * listDays(current.from, current.to).length);
      expect(both.indexOf(current.from)).toBe(both.indexOf(previous.to) + 1);
      expect(new Set(both).size).toBe(both.length);
    }),
  );
});

test.each([
  ['last-month', '2029-03-10', '2028-02-01', '2028-02-29'],
  ['last-month', '2028-03-10', '2027-02-01', '2027-02-28'],
  ['last-quarter', '2029-04-10', '2028-01-01', '2028-03-31'],
  ['this-month', '2029-02-28', '2028-02-01', '2028-02-28'],
])('%s on %s is compared with %s to %s a year earlier', (period, today, from, to) => {
  const filters = parseFilters(
    { id: 'p', timeZone: 'UTC' },
    { period, compare: 'year' },
    createFixedClock(new Date(today)),
  );
  expect(getPeriods(filters).previous).toEqual({ from, to });
});
