import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getSpan, getStartOfDay, isNamedTimeZone, listSpans, toDay } from '#lib/core/days';
import { addDays } from '#lib/core/time';

test.each([
  ['2026-11-30T21:00:00Z', 'Asia/Tokyo', '2026-12-01'],
  ['2026-11-30T14:59:59.999Z', 'Asia/Tokyo', '2026-11-30'],
  ['2026-11-30T23:30:00Z', 'Asia/Kolkata', '2026-12-01'],
  ['2026-11-30T18:29:59Z', 'Asia/Kolkata', '2026-11-30'],
  ['2026-11-30T23:00:00Z', 'Europe/Berlin', '2026-12-01'],
  ['2026-11-21T02:00:00Z', 'America/Los_Angeles', '2026-11-20'],
  ['2026-03-08T04:59:59Z', 'America/New_York', '2026-03-07'],
  ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08'],
  ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
  ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
  ['2026-11-30T23:59:59Z', 'UTC', '2026-11-30'],
])('%s is in %s on %s', (instant, timeZone, day) => {
  expect(toDay(new Date(instant), timeZone)).toBe(day);
});

test.each([
  ['2026-12-01', 'Asia/Tokyo', '2026-11-30T15:00:00.000Z'],
  ['2026-12-01', 'Asia/Kolkata', '2026-11-30T18:30:00.000Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  // Clocks go forward at midnight.
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  // The zone skipped this day.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2026-12-01', 'UTC', '2026-12-01T00:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, instant) => {
  expect(getStartOfDay(day, timeZone).toISOString()).toBe(instant);
});

test('every instant is on the day that spans it', () => {
  const timeZones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instants = fc.date({ min: new Date('2012-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(timeZones, instants, (timeZone, instant) => {
      const day = toDay(instant, timeZone);
      const { start, end } = getSpan({ from: day, to: day }, timeZone);
      expect(start <= instant && instant < end).toBe(true);
      // Queries group by quarter of an hour.
      expect(start.getTime() % 900_000).toBe(0);
      expect(getStartOfDay(addDays(day, 1), timeZone)).toEqual(end);
    }),
    { numRuns: 400 },
  );
});

test('the spans of a period follow one another', () => {
  const spans = listSpans({ from: '2026-10-30', to: '2026-11-03' }, 'America/New_York');
  expect(spans.map(({ day, start, end }) => [day, (end.getTime() - start.getTime()) / 3_600_000])).toEqual([
    ['2026-10-30', 24],
    ['2026-10-31', 24],
    ['2026-11-01', 25],
    ['2026-11-02', 24],
    ['2026-11-03', 24],
  ]);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Calcutta', true],
  ['+05:30', false],
  ['Nowhere/City', false],
  ['', false],
])('finds out whether %j is a time zone with a name', (name, expected) => {
  expect(isNamedTimeZone(name)).toBe(expected);
});
