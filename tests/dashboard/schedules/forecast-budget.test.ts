import { expect, test } from 'vitest';
import { findUncoveredRun } from '#lib/dashboard/schedules/forecast-budget';

const daily = { cadence: 'daily', timeZone: 'Europe/Berlin', hour: 6, weekday: 1 } as const;
const now = new Date('2026-03-10T12:00:00Z');

test.each([
  // Daily runs start on 11 March: 800 credits cover eight runs, the last on 18 March.
  ['none of its items are sent', daily, 800, { dueAt: '2026-03-19T05:00:00.000Z', isPartlySent: false }],
  ['some of its items are sent', daily, 850, { dueAt: '2026-03-19T05:00:00.000Z', isPartlySent: true }],
  ['the next run', daily, 0, { dueAt: '2026-03-11T05:00:00.000Z', isPartlySent: false }],
  // The clocks change on 29 March.
  ['the last run', daily, 2050, { dueAt: '2026-03-31T04:00:00.000Z', isPartlySent: true }],
  [
    'an hourly run',
    { ...daily, cadence: 'hourly' as const },
    300,
    { dueAt: '2026-03-10T16:00:00.000Z', isPartlySent: false },
  ],
])('finds the first run that the credits do not cover: %s', (_, timing, left, expected) => {
  const found = findUncoveredRun(timing, { creditsPerRun: 100, creditsLeft: left, now });
  expect({ ...found, dueAt: found?.dueAt.toISOString() }).toEqual(expected);
});

test('finds no run if the credits last until the month ends', () => {
  expect(findUncoveredRun(daily, { creditsPerRun: 100, creditsLeft: 2100, now })).toBeNull();
  expect(
    findUncoveredRun({ ...daily, cadence: 'monthly' }, { creditsPerRun: 100, creditsLeft: 0, now }),
  ).toBeNull();
  expect(findUncoveredRun(daily, { creditsPerRun: 0, creditsLeft: 0, now })).toBeNull();
});
