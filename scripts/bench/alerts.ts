import { alignColumns } from '#scripts/bench/table';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import {
  fallTier,
  listRaisings,
  type SimulatedWatch,
  simulateWatched,
  strictTier,
} from '#tests/dashboard/statistics/support/simulate-watched';

/** Projects with about 200 answers a week: 10 prompts daily or 67 weekly, on three engines. */
const daily = { prompts: 10 };
const weekly = { prompts: 67, daysBetweenRuns: 7 };
const scenarios: readonly (SimulatedWatch & { name: string })[] = [
  { name: 'daily', ...daily },
  { name: 'daily, shared shocks', ...daily, shock: 0.5 },
  { name: 'daily, 1 of 2 answers repeated', ...daily, repeated: 0.5 },
  { name: 'daily, 3 of 4 repeated', ...daily, repeated: 0.75 },
  { name: 'daily, answers last three weeks', ...daily, repeated: 20 / 21 },
  { name: 'daily, slight drift of engines', ...daily, drift: 0.2 },
  { name: 'daily, drift of engines', ...daily, drift: 0.4 },
  { name: 'daily, slow drift of engines', ...daily, drift: 0.4, driftCorrelation: 0.97 },
  { name: 'weekly', ...weekly },
  { name: 'weekly, 1 of 2 repeated', ...weekly, repeated: 0.5 },
  { name: 'weekly, drift of engines', ...weekly, drift: 0.4 },
];
/** Weeks of answers before a loss, and days in which it can be found. */
const historyDays = 84;
const daysToFind = 112;
const lostShare = 0.15;
/** Days before the first one that is watched in a year without a loss. */
const startDays = 56;
const yearDays = 365;
const quartersPerYear = 4;

/**
 * npm run bench -- alerts: simulates alerts about visibility in both tiers. Reports after how many days half of the losses
 * of 15 points are found, after 12 weeks of answers, and the share that is found within 16 weeks; and the alerts that are
 * raised without a loss: a quarter of a fast alert about falls, and the share of years with a strict alert. Simulates 20
 * losses and 10 years for each scenario, or as many losses and half as many years as the environment variable BENCH_ALERTS says.
 */
export function benchAlerts(): string {
  const losses = Number(process.env.BENCH_ALERTS ?? 20);
  const years = Math.max(1, Math.round(losses / 2));
  const rows = scenarios.map(({ name, ...project }) => {
    const random = createRandom(3);
    const found = { fast: [] as number[], strict: [] as number[] };
    for (let index = 0; index < losses; index += 1) {
      const from = historyDays + (index % 7);
      const to = from + daysToFind;
      const loss = { from, size: lostShare };
      const metric = simulateWatched(random, { ...project, days: to, loss });
      for (const [tier, question] of [['fast', fallTier] as const, ['strict', strictTier] as const]) {
        const [day] = listRaisings(metric, question, { from, to, max: 1 });
        if (day !== undefined) found[tier].push(day - from + 1);
      }
    }
    const falseAlerts = { fast: 0, strict: 0 };
    for (let year = 0; year < years; year += 1) {
      const watched = { from: startDays, to: startDays + yearDays };
      const metric = simulateWatched(random, { ...project, days: watched.to });
      falseAlerts.fast += listRaisings(metric, fallTier, watched).length;
      falseAlerts.strict += listRaisings(metric, strictTier, { ...watched, max: 1 }).length;
    }
    const summarize = (delays: readonly number[]) => [
      String(delays.toSorted((a, b) => a - b)[losses >> 1] ?? '–'),
      formatPercent(delays.length / losses),
    ];
    return [
      name,
      ...summarize(found.fast),
      (falseAlerts.fast / years / quartersPerYear).toFixed(1),
      ...summarize(found.strict),
      formatPercent(falseAlerts.strict / years),
    ];
  });
  const headers = ['days until half are found', 'found'];
  return alignColumns([
    [
      'scenario',
      ...headers.map((header) => `fast: ${header}`),
      'false a quarter',
      ...headers.map((header) => `strict: ${header}`),
      'years with a false one',
    ],
    ...rows,
  ]);
}

const formatPercent = (share: number) => `${Math.round(100 * share)}%`;
