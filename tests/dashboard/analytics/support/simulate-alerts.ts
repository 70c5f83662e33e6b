import type { DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import { baselineDays, findShift, maxShiftDays } from '#lib/dashboard/analytics/statistics/detect-shift';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { type SimulateDaysOptions, simulateDays } from '#tests/dashboard/analytics/support/simulate-days';

type ProjectOptions = Omit<SimulateDaysOptions, 'days' | 'change'>;

/** Returns the first day on which a change of at least 5 points has been beyond noise for `daysInRow` days in a row. */
function findAlertDay(
  series: DailySeries,
  { from, daysInRow }: { from: number; daysInRow: number },
): number | null {
  let met = 0;
  for (let day = from; day < series.dayCount; day += 1) {
    const shift = findShift(series, { kind: 'rate', day });
    const isBeyondNoise = shift !== null && (shift.interval.low > 0 || shift.interval.high < 0);
    met = isBeyondNoise && Math.abs(shift.difference) >= 0.05 ? met + 1 : 0;
    if (met === daysInRow) return day;
  }
  return null;
}

/** Simulates years without a change, and counts those in which a daily evaluation finds one anyway. */
export function countFalseAlerts(
  project: ProjectOptions,
  { years, seed }: { years: number; seed: number },
): number {
  const random = createRandom(seed);
  let alerts = 0;
  for (let year = 0; year < years; year += 1) {
    const series = simulateDays(random, { ...project, days: baselineDays + 365 });
    if (findAlertDay(series, { from: baselineDays, daysInRow: 1 }) !== null) alerts += 1;
  }
  return alerts;
}

/**
 * Simulates changes of 15 points. An alert is raised on the second day in a row on which the change is found.
 * @returns the days until each alert, in ascending order; changes without an alert are left out
 */
export function measureDelays(
  project: ProjectOptions,
  { count, seed, baseline = baselineDays }: { count: number; seed: number; baseline?: number },
): number[] {
  const random = createRandom(seed);
  const delays = Array.from({ length: count }, (_, index) => {
    const day = baseline + (index % 7);
    const simulated = { ...project, change: { day, points: 0.15 }, days: day + maxShiftDays };
    const alertDay = findAlertDay(simulateDays(random, simulated), { from: day, daysInRow: 2 });
    return alertDay === null ? [] : [alertDay - day];
  }).flat();
  return delays.toSorted((a, b) => a - b);
}
