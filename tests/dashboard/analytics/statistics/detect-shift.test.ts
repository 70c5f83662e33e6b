import { describe, expect, test } from 'vitest';
import { baselineDays, findShift } from '#lib/dashboard/analytics/statistics/detect-shift';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { type SimulatedDays, simulateDays } from '#tests/dashboard/analytics/support/simulate-days';

/*
 * Simulations of a condition that is evaluated every day. Seeds are fixed, so every run simulates the same data. Longer
 * runs of the same simulations: docs/metrics.md.
 */

/** Returns the first day of `days` on which a change of at least 5 points is beyond noise. */
function findAlertDay(random: () => number, project: SimulatedDays): number | null {
  const series = simulateDays(random, project);
  for (let day = baselineDays; day < project.days; day += 1) {
    const shift = findShift(series, { kind: 'rate', day });
    if (!shift || Math.abs(shift.difference) < 0.05) continue;
    if (shift.interval.low > 0 || shift.interval.high < 0) return day;
  }
  return null;
}

function countAlerts(
  project: Omit<SimulatedDays, 'days'>,
  { years, seed }: { years: number; seed: number },
): number {
  const random = createRandom(seed);
  let alerts = 0;
  for (let year = 0; year < years; year += 1) {
    if (findAlertDay(random, { ...project, days: baselineDays + 365 }) !== null) alerts += 1;
  }
  return alerts;
}

describe('without a change', () => {
  test('at most 5% of alerts are raised in a year of daily evaluations', () => {
    const years = 20;
    const alerts = [
      { prompts: 10, shock: 0.5 },
      { prompts: 10, autocorrelation: 0.5, shock: 0.5 },
      { prompts: 3, autocorrelation: 0.75 },
      { prompts: 67, every: 7, shock: 0.5 },
      { prompts: 10, level: -5 },
    ].map((project, seed) => ({ ...project, alerts: countAlerts(project, { years, seed }) }));
    console.info(`Alerts in ${years} condition-years each:`, alerts);
    const total = alerts.reduce((sum, project) => sum + project.alerts, 0);
    expect(total / (years * alerts.length)).toBeLessThanOrEqual(0.05);
  }, 60_000);

  test('added prompts raise no alert', () => {
    // Without comparing segments with themselves, visibility falls by more than 10 points.
    expect(countAlerts({ prompts: 14, newPromptsOn: 150 }, { years: 10, seed: 9 })).toBe(0);
  }, 30_000);
});

describe('with a real change of 15 points at about 200 answers a week', () => {
  test.each([
    { prompts: 10 },
    { prompts: 10, shock: 0.5 },
    { prompts: 10, autocorrelation: 0.5 },
    { prompts: 67, every: 7 },
  ])(
    'at least 90% alert within 12 weeks: %o',
    (project) => {
      const random = createRandom(3);
      const count = 60;
      const delays = Array.from({ length: count }, (_, index) => {
        const day = baselineDays + (index % 7);
        const alertDay = findAlertDay(random, { ...project, change: { day, points: 0.15 }, days: day + 84 });
        return alertDay !== null && alertDay >= day ? [alertDay - day] : [];
      }).flat();
      delays.sort((a, b) => a - b);
      console.info(
        `${delays.length} of ${count} alert, half of them after ${delays[delays.length >> 1]} days`,
      );
      expect(delays.length / count).toBeGreaterThanOrEqual(0.9);
    },
    60_000,
  );
});

test('finds no shift before there is a baseline', () => {
  const series = simulateDays(createRandom(1), { days: 30, prompts: 10 });
  expect(findShift(series, { kind: 'rate', day: 5 })).toBeNull();
});
