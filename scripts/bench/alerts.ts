import { alignColumns } from '#scripts/bench/table';
import { countFalseAlerts, measureDelays } from '#tests/dashboard/analytics/support/simulate-alerts';

/** Projects with about 200 answers a week: 10 prompts daily or 67 weekly, on three engines. */
const daily = { prompts: 10 };
const weekly = { prompts: 67, daysBetweenRuns: 7 };
/**
 * `shock`: standard deviation, on the logit scale, of an effect shared by all answers of an engine in a run; `level`:
 * average mention rate on the logit scale (see `SimulateDaysOptions`).
 */
const scenarios = [
  { name: 'daily', ...daily },
  { name: 'daily, shared shocks', ...daily, shock: 0.5 },
  { name: 'daily, 1 of 2 answers repeated', ...daily, autocorrelation: 0.5 },
  { name: 'daily, 3 of 4 repeated', ...daily, autocorrelation: 0.75 },
  { name: 'daily, 3 of 4 repeated, shocks', ...daily, autocorrelation: 0.75, shock: 0.5 },
  { name: 'weekly', ...weekly },
  { name: 'weekly, shared shocks', ...weekly, shock: 0.5 },
  { name: 'weekly, 1 of 2 repeated, shocks', ...weekly, autocorrelation: 0.5, shock: 0.5 },
  { name: 'weekly, 3 of 4 repeated', ...weekly, autocorrelation: 0.75 },
  { name: 'weekly, 3 of 4 repeated, shocks', ...weekly, autocorrelation: 0.75, shock: 0.5 },
  { name: 'daily, rare mentions', ...daily, level: -5 },
  { name: 'daily, 3 prompts, 3 of 4 repeated', prompts: 3, autocorrelation: 0.75 },
];
const baselineDays = [168, 84];

/**
 * npm run bench -- alerts: simulates alerts on a metric. Reports the share of changes of 15 points that are found within
 * 16 weeks, and the number of days after which half of the changes are found. Also simulates years without a change, and
 * reports the share in which at least one daily evaluation finds a change anyway. This is an upper bound of false alarms,
 * which need two such days in a row. Simulates 200 changes and 200 years for each scenario, or as many as the environment
 * variable BENCH_ALERTS says.
 */
export function benchAlerts(): string {
  const count = Number(process.env.BENCH_ALERTS ?? 200);
  const formatPercent = (part: number) => `${Math.round((100 * part) / count)}%`;
  const rows = scenarios.map(({ name, ...project }) => {
    const detection = baselineDays.flatMap((baseline) => {
      const delays = measureDelays(project, { count, seed: 3, baseline });
      // The delay by which half of all changes are found, if so many are found.
      return [formatPercent(delays.length), String(delays[count >> 1] ?? '–')];
    });
    return [name, ...detection, formatPercent(countFalseAlerts(project, { years: count, seed: 5 }))];
  });
  const headers = baselineDays.flatMap((baseline) => [
    `found, ${baseline / 7} weeks of baseline`,
    'days until half are found',
  ]);
  return alignColumns([['scenario', ...headers, 'false alarms, at most'], ...rows]);
}
