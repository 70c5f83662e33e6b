import { expect, test } from 'vitest';
import { forecastUsage } from '#lib/service/usage/forecast-usage';

/** Creates a generator of random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('the range contains the actual usage of about 90% of months', () => {
  const random = createRandom(7);
  const draw = () => 200 + 600 * random() * random();
  let covered = 0;
  const months = 2000;
  for (let month = 0; month < months; month += 1) {
    const history = Array.from({ length: 14 }, draw);
    const forecast = forecastUsage({ history, used: 1000, remaining: 1e9, daysLeft: 12 });
    const actual = Array.from({ length: 12 }, draw).reduce((sum, credits) => sum + credits, 1000);
    if (forecast && forecast.low <= actual && actual <= forecast.high) covered += 1;
  }
  expect(covered / months).toBeGreaterThan(0.88);
  expect(covered / months).toBeLessThan(0.92);
});

test.each([
  // 100 a day: 1,050 credits last ten and a half days, so they run out on the eleventh day.
  [
    'steady usage',
    [100, 100, 100, 100],
    1050,
    20,
    { expected: 2500, low: 2500, high: 2500, runsOutInDays: 11 },
  ],
  ['credits that last', [100, 100, 100], 5000, 20, { runsOutInDays: null, runsOutInDaysAtEarliest: null }],
  ['the last half day', [100, 100, 100], 30, 0.5, { expected: 550, runsOutInDays: 0.5 }],
  ['no credits left', [100, 100, 100], 0, 20, { runsOutInDays: 0, runsOutInDaysAtEarliest: 0 }],
  ['no usage', [0, 0, 0], 10, 20, { expected: 500, low: 500, high: 500, runsOutInDays: null }],
])('forecasts %s', (_, history, remaining, daysLeft, expected) => {
  expect(forecastUsage({ history, used: 500, remaining, daysLeft })).toMatchObject(expected);
});

test('with varying usage, credits can run out earlier than expected, and the forecast is never below what was used', () => {
  const forecast = forecastUsage({ history: [0, 300, 0, 100], used: 50, remaining: 1000, daysLeft: 20 });
  expect(forecast?.runsOutInDays).toBe(10);
  expect(forecast?.runsOutInDaysAtEarliest).toBeLessThan(10);
  expect(forecast?.low).toBeGreaterThanOrEqual(50);
});

test('needs three complete days', () => {
  expect(forecastUsage({ history: [100, 100], used: 200, remaining: 1000, daysLeft: 20 })).toBeNull();
});
