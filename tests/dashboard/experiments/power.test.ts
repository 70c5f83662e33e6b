import { expect, test } from 'vitest';
import { computeEffects } from '#lib/dashboard/experiments/effect';
import { computeDetectableEffect } from '#lib/dashboard/experiments/power';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { drawNormal } from '#tests/dashboard/analytics/support/simulate-answers';

test('an effect of the detectable size is found in about 80% of experiments', () => {
  const random = createRandom(2);
  const answers = 60;
  const count = (rate: number) => {
    let numerator = 0;
    for (let index = 0; index < answers; index += 1) numerator += random() < rate ? 1 : 0;
    return { numerator, denominator: answers };
  };
  const getRate = ({ numerator, denominator }: ReturnType<typeof count>) => numerator / denominator;
  const experiments = 400;
  let moved = 0;
  for (let index = 0; index < experiments; index += 1) {
    const rates = Array.from({ length: 30 }, () => 0.35 + 0.1 * random());
    const vary = (rate: number) => rate + 0.05 * drawNormal(random);
    const changes = rates.map((rate) => getRate(count(vary(rate))) - getRate(count(rate)));
    const effect = computeDetectableEffect(changes, 12) ?? 0;
    const simulateGroup = (group: readonly number[], added: number) =>
      group.map((rate, prompt) => ({
        promptId: `${added} ${prompt}`,
        engine: 'chat',
        previous: count(rate),
        current: count(vary(rate) + added),
      }));
    const [measured] = computeEffects([
      { treatment: simulateGroup(rates.slice(0, 12), effect), control: simulateGroup(rates.slice(12), 0) },
    ]);
    moved += measured?.verdict === 'moved' ? 1 : 0;
  }
  expect(moved / experiments).toBeGreaterThan(0.72);
  expect(moved / experiments).toBeLessThan(0.88);
});

test('needs five prompts in each group', () => {
  const changes = [0.1, -0.1, 0.05, 0, 0.02, -0.03, 0.04, 0.01, 0.06, -0.02];
  expect(computeDetectableEffect(changes, 5)).toBeGreaterThan(0);
  expect(computeDetectableEffect(changes, 4)).toBe(null);
  expect(computeDetectableEffect(changes, 6)).toBe(null);
});
