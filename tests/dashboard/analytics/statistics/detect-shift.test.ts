import { describe, expect, test } from 'vitest';
import { findShift } from '#lib/dashboard/analytics/statistics/detect-shift';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { countFalseAlerts, measureDelays } from '#tests/dashboard/analytics/support/simulate-alerts';
import { simulateDays } from '#tests/dashboard/analytics/support/simulate-days';

/*
 * Simulations of a condition that is evaluated every day. Seeds are fixed, so every run simulates the same data. The
 * results of longer runs are in docs/metrics.md.
 */

describe('without a change', () => {
  test('raises a false alert in at most 5% of simulated years of daily evaluations', () => {
    const years = 20;
    const results = [
      { prompts: 10, shock: 0.5 },
      { prompts: 10, autocorrelation: 0.5, shock: 0.5 },
      { prompts: 3, autocorrelation: 0.75 },
      { prompts: 67, daysBetweenRuns: 7, shock: 0.5 },
      { prompts: 10, level: -5 },
    ].map((project, seed) => ({ ...project, alerts: countFalseAlerts(project, { years, seed }) }));
    console.info(`Alerts in ${years} simulated years each:`, results);
    const total = results.reduce((sum, project) => sum + project.alerts, 0);
    expect(total / (years * results.length)).toBeLessThanOrEqual(0.05);
  }, 60_000);

  test('added prompts raise no alert', () => {
    // If each segment were not compared with its own past, visibility would fall by more than 10 points.
    expect(countFalseAlerts({ prompts: 14, newPromptsOn: 240 }, { years: 10, seed: 9 })).toBe(0);
  }, 30_000);
});

describe('with a real change of 15 points and about 200 answers a week', () => {
  test.each([
    { prompts: 10 },
    { prompts: 10, shock: 0.5 },
    { prompts: 10, autocorrelation: 0.5 },
    { prompts: 10, autocorrelation: 0.75 },
    { prompts: 67, daysBetweenRuns: 7 },
    { prompts: 67, daysBetweenRuns: 7, shock: 0.5 },
  ])(
    'an alert is raised within 16 weeks in at least 90% of simulations: %o',
    (project) => {
      const count = 60;
      const delays = measureDelays(project, { count, seed: 3 });
      console.info(
        `${delays.length} of ${count} simulations raised an alert, half of them within ${delays[delays.length >> 1]} days`,
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
