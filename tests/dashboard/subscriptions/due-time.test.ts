import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeNextDue, type DueTiming } from '#lib/dashboard/subscriptions/due-time';

const buildTiming = (changes: Partial<DueTiming>): DueTiming => ({
  cadence: 'weekly',
  timeZone: 'Europe/Berlin',
  minuteOfDay: 8 * 60,
  weekday: 1,
  dayOfMonth: 1,
  ...changes,
});

const listDueTimes = (settings: DueTiming, after: string, count: number) => {
  const due: string[] = [];
  let at = new Date(after);
  for (let index = 0; index < count; index += 1) {
    at = computeNextDue(settings, at);
    due.push(at.toISOString().slice(0, 16));
  }
  return due;
};

test.each([
  [
    'on Monday to Friday',
    { cadence: 'weekdays' },
    '2026-11-20T07:00Z',
    ['2026-11-23T07:00', '2026-11-24T07:00'],
  ],
  ['on every Sunday', { weekday: 0 }, '2026-11-20T00:00Z', ['2026-11-22T07:00', '2026-11-29T07:00']],
  [
    'on the last day of the month',
    { cadence: 'monthly', dayOfMonth: 31, timeZone: 'UTC' },
    '2027-01-31T08:00Z',
    ['2027-02-28T08:00', '2027-03-31T08:00', '2027-04-30T08:00'],
  ],
  [
    'on the last day of February in a leap year',
    { cadence: 'monthly', dayOfMonth: 30, timeZone: 'UTC' },
    '2028-02-01T00:00Z',
    ['2028-02-29T08:00', '2028-03-30T08:00'],
  ],
  [
    'at the same local time before and after clocks go back',
    { weekday: 0 },
    '2026-10-18T00:00Z',
    ['2026-10-18T06:00', '2026-10-25T07:00'],
  ],
  [
    'once at a time that occurs twice',
    { weekday: 0, minuteOfDay: 150 },
    '2026-10-24T00:00Z',
    ['2026-10-25T00:30', '2026-11-01T01:30'],
  ],
  [
    'an hour later if the clocks skip its time',
    { weekday: 0, minuteOfDay: 150 },
    '2026-03-28T00:00Z',
    ['2026-03-29T01:30', '2026-04-05T00:30'],
  ],
  [
    'on the first day of the month in a time zone ahead of UTC',
    { cadence: 'monthly', dayOfMonth: 1, timeZone: 'Pacific/Kiritimati' },
    '2026-11-01T00:00Z',
    ['2026-11-30T18:00', '2026-12-31T18:00'],
  ],
] as const)('is due %s', (_, changes, after, expected) => {
  expect(listDueTimes(buildTiming(changes), after, expected.length)).toEqual(expected);
});

test('is due at the local time of a matching day, and never skips a matching day', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ];
  const settings = fc.record({
    cadence: fc.constantFrom('weekdays' as const, 'weekly' as const, 'monthly' as const),
    timeZone: fc.constantFrom(...zones),
    minuteOfDay: fc.integer({ min: 0, max: 1439 }),
    weekday: fc.integer({ min: 0, max: 6 }),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
  });
  const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const maxDays = { weekdays: 3, weekly: 7, monthly: 31 };
  fc.assert(
    fc.property(settings, instant, (chosen, after) => {
      const due = computeNextDue(chosen, after);
      const waitDays = (due.getTime() - after.getTime()) / 86_400_000;
      expect(waitDays).toBeGreaterThan(0);
      // Clock changes and skipped times can add up to two hours.
      expect(waitDays).toBeLessThanOrEqual(maxDays[chosen.cadence] + 1 / 12);
      const local = new TZDate(due.getTime(), chosen.timeZone);
      const lateMinutes = local.getHours() * 60 + local.getMinutes() - chosen.minuteOfDay;
      // A skipped time is due up to an hour later.
      expect([0, 30, 60]).toContain(lateMinutes);
      if (chosen.cadence === 'weekdays') expect([1, 2, 3, 4, 5]).toContain(local.getDay());
      if (chosen.cadence === 'weekly') expect(local.getDay()).toBe(chosen.weekday);
      if (chosen.cadence === 'monthly') {
        const lastDay = new Date(Date.UTC(local.getFullYear(), local.getMonth() + 1, 0)).getUTCDate();
        expect(local.getDate()).toBe(Math.min(chosen.dayOfMonth, lastDay));
      }
      expect(computeNextDue(chosen, new Date(due.getTime() - 1))).toEqual(due);
    }),
    { numRuns: 500 },
  );
});
