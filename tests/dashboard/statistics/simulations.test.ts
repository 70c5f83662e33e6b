import { expect, test } from 'vitest';
import { createComparison } from '#lib/dashboard/statistics/changes/comparison';
import { judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { getChangeSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitBrandNoise } from '#lib/dashboard/statistics/noise/fit-many';
import { applyNoise } from '#lib/dashboard/statistics/noise/noise';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { type SimulatedSpan, simulateBrands } from '#tests/dashboard/statistics/support/simulate-watched';

/*
 * How often visibility is judged as up or down over 28 and 28 days without any history. Seeds are fixed, so every run
 * simulates the same data. With 40 simulations, a share of 5% is measured with a standard error of 3.4 points, so only
 * the average of several worlds has a limit.
 */

const periodDays = 28;
const days = 2 * periodDays;
const periods = { previous: { from: 0, to: periodDays }, current: { from: periodDays, to: days } };

/** Returns the share of simulated projects whose visibility is judged as up or down. */
function measureClear(world: Omit<SimulatedSpan, 'days'>, count: number): number {
  const random = createRandom(1);
  let clear = 0;
  for (let index = 0; index < count; index += 1) {
    const brands = simulateBrands(random, { ...world, days });
    const [series] = brands;
    const [fit] = fitBrandNoise(brands, getChangeSpans(periods));
    if (!series || !fit) continue;
    const { verdict } = judgeChange(createComparison(series, applyNoise(fit, series.panel), periods));
    if (verdict === 'up' || verdict === 'down') clear += 1;
  }
  return clear / count;
}

const worlds = [
  {},
  { repeated: 0.75 },
  { shock: 0.5 },
  { drift: 0.4, driftCorrelation: 0.9 },
  { repeated: 0.5, drift: 0.3, driftCorrelation: 0.8 },
];

test('without a change, visibility is rarely judged as up or down', () => {
  const shares = [2, 5, 12].flatMap((prompts) =>
    worlds.map((world) => measureClear({ ...world, prompts }, 40)),
  );
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.06);
});

test('a loss of 13 points is found in most projects with 12 prompts', () => {
  const loss = { from: periodDays, size: 0.13 };
  expect(measureClear({ prompts: 12, loss }, 40)).toBeGreaterThan(0.8);
  expect(measureClear({ prompts: 12, loss, repeated: 0.5 }, 40)).toBeGreaterThan(0.5);
});
