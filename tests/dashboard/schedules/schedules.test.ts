import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { type Cadence, computeNextRun } from '#lib/dashboard/schedules/next-run';
import { calculateScheduleCost } from '#lib/dashboard/schedules/schedule';

const berlin = 'Europe/Berlin';

describe('next run', () => {
  test.each<[string, Cadence, string, number, number, string, string]>([
    // title, cadence, time zone, hour, weekday, after, next
    ['daily, later today', 'daily', 'UTC', 6, 1, '2026-11-21T05:59:59Z', '2026-11-21T06:00:00Z'],
    [
      'daily, exactly at the scheduled time',
      'daily',
      'UTC',
      6,
      1,
      '2026-11-21T06:00:00Z',
      '2026-11-22T06:00:00Z',
    ],
    ['daily in winter', 'daily', berlin, 6, 1, '2026-01-10T05:00:00Z', '2026-01-11T05:00:00Z'],
    ['daily in summer', 'daily', berlin, 6, 1, '2026-07-10T04:00:00Z', '2026-07-11T04:00:00Z'],
    [
      'when daylight saving time starts',
      'daily',
      berlin,
      6,
      1,
      '2026-03-28T05:00:00Z',
      '2026-03-29T04:00:00Z',
    ],
    ['when daylight saving time ends', 'daily', berlin, 6, 1, '2026-10-24T04:00:00Z', '2026-10-25T05:00:00Z'],
    [
      'an hour that daylight saving time skips',
      'daily',
      berlin,
      2,
      1,
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    ['the first of a repeated hour', 'daily', berlin, 2, 1, '2026-10-24T12:00:00Z', '2026-10-25T00:00:00Z'],
    [
      'not the second of a repeated hour',
      'daily',
      berlin,
      2,
      1,
      '2026-10-25T00:00:00Z',
      '2026-10-26T01:00:00Z',
    ],
    [
      'a zone a day ahead of UTC',
      'daily',
      'Pacific/Auckland',
      6,
      1,
      '2026-07-10T17:59:00Z',
      '2026-07-10T18:00:00Z',
    ],
    ['a skipped midnight', 'daily', 'America/Santiago', 0, 1, '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
    ['weekly', 'weekly', berlin, 6, 1, '2026-11-21T12:00:00Z', '2026-11-23T05:00:00Z'],
    ['weekly, past the hour today', 'weekly', 'UTC', 6, 6, '2026-11-21T12:00:00Z', '2026-11-28T06:00:00Z'],
    ['weekly, later today', 'weekly', 'UTC', 18, 6, '2026-11-21T12:00:00Z', '2026-11-21T18:00:00Z'],
    ['monthly', 'monthly', berlin, 6, 1, '2026-11-21T12:00:00Z', '2026-12-01T05:00:00Z'],
    ['monthly, on the first', 'monthly', 'UTC', 6, 1, '2026-12-01T05:00:00Z', '2026-12-01T06:00:00Z'],
    [
      'monthly, at the end of the year',
      'monthly',
      'UTC',
      6,
      1,
      '2026-12-01T06:00:00Z',
      '2027-01-01T06:00:00Z',
    ],
    ['hourly', 'hourly', 'UTC', 6, 1, '2026-11-21T05:30:00Z', '2026-11-21T06:00:00Z'],
    [
      'hourly, exactly at the scheduled time',
      'hourly',
      'UTC',
      6,
      1,
      '2026-11-21T06:00:00Z',
      '2026-11-21T07:00:00Z',
    ],
    [
      'hourly, in a zone with a half-hour offset',
      'hourly',
      'Asia/Kolkata',
      6,
      1,
      '2026-11-21T05:40:00Z',
      '2026-11-21T06:30:00Z',
    ],
    ['hourly in the repeated hour', 'hourly', berlin, 6, 1, '2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z'],
  ])('%s', (_, cadence, timeZone, hour, weekday, after, next) => {
    expect(computeNextRun({ cadence, timeZone, hour, weekday }, new Date(after))).toEqual(new Date(next));
  });

  test('runs a daily schedule once per local day, even when the clocks change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          berlin,
          'America/New_York',
          'Australia/Lord_Howe',
          'Asia/Kolkata',
          'America/Santiago',
        ),
        fc.integer({ min: 0, max: 23 }),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-06-01'), noInvalidDate: true }),
        (timeZone, hour, after) => {
          const schedule = { cadence: 'daily' as const, timeZone, hour, weekday: 0 };
          const getLocalDay = (instant: Date) => instant.toLocaleDateString('en-CA', { timeZone });
          const first = computeNextRun(schedule, after);
          const second = computeNextRun(schedule, first);
          expect(first > after).toBe(true);
          const nextDay = new Date(`${getLocalDay(first)}T12:00:00Z`);
          nextDay.setUTCDate(nextDay.getUTCDate() + 1);
          expect(getLocalDay(second)).toBe(nextDay.toISOString().slice(0, 10));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('cost', () => {
  test.each([
    ['without add-ons', ['chat', 'gen', 'answer'], false, 13],
    ['with chat’s add-ons', ['chat', 'gen', 'answer'], true, 15],
    ['with add-ons that no selected engine has', ['gen', 'answer'], true, 8],
  ] as const)('counts answers and credits by the engines’ prices, %s', (_, engines, addOns, credits) => {
    const cost = calculateScheduleCost({
      promptCount: 30,
      engines,
      countries: ['US', 'GB', 'DE', 'JP'],
      samples: 2,
      addOns,
      cadence: 'daily',
    });
    expect(cost).toEqual({
      answersPerRun: 240 * engines.length,
      creditsPerPrompt: credits,
      creditsPerRun: 240 * credits,
      runsPerMonth: 31,
      creditsPerMonth: 240 * credits * 31,
      halfWidth: expect.any(Number),
    });
  });

  test('returns the half-width of the confidence interval', () => {
    for (const promptCount of [2, 10, 360]) {
      const { halfWidth } = calculateScheduleCost({
        promptCount,
        engines: ['gen'],
        countries: ['US'],
        samples: 1,
        addOns: false,
        cadence: 'daily',
      });
      const { low, high } = computeRate(promptCount / 2, promptCount);
      expect(halfWidth).toBeCloseTo(((high ?? 0) - (low ?? 0)) / 2, 10);
    }
    const noPrompts = {
      promptCount: 0,
      engines: ['gen' as const],
      countries: ['US'],
      samples: 1,
      addOns: false,
    };
    expect(calculateScheduleCost({ ...noPrompts, cadence: 'daily' }).halfWidth).toBe(null);
  });
});
