import { expect, test } from 'vitest';
import { measureEffect } from '#lib/dashboard/experiments/effect';
import { computeDetectableEffect } from '#lib/dashboard/experiments/power';
import type { ExperimentSegment } from '#lib/dashboard/experiments/prompt-rates';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { drawNormal } from '#tests/support/draw-normal';

test('an effect of the detectable size is found in at least 80% of experiments', () => {
  const random = createRandom(2);
  const answers = 60;
  const count = (rate: number) => {
    let numerator = 0;
    for (let index = 0; index < answers; index += 1) numerator += random() < rate ? 1 : 0;
    return { numerator, denominator: answers };
  };
  const getRate = ({ numerator, denominator }: ReturnType<typeof count>) => numerator / denominator;
  const experiments = 400;
  let found = 0;
  for (let index = 0; index < experiments; index += 1) {
    const rates = Array.from({ length: 30 }, () => 0.35 + 0.1 * random());
    const vary = (rate: number) => rate + 0.05 * drawNormal(random);
    const changes = rates.map((rate) => getRate(count(vary(rate))) - getRate(count(rate)));
    const effect = computeDetectableEffect(changes, 12) ?? 0;
    const simulateGroup = (group: readonly number[], added: number): ExperimentSegment[] =>
      group.map((rate, prompt) => ({
        promptId: `${added} ${prompt}`,
        isTreatment: added > 0,
        topic: null,
        counts: {
          earliest: count(rate),
          preceding: count(rate),
          before: count(rate),
          after: count(vary(rate) + added),
        },
      }));
    const segments = [...simulateGroup(rates.slice(0, 12), effect), ...simulateGroup(rates.slice(12), 0)];
    found += measureEffect(segments, 'random').effect.verdict === 'up' ? 1 : 0;
  }
  expect(found / experiments).toBeGreaterThan(0.8);
  expect(found / experiments).toBeLessThan(0.93);
});

test('needs five prompts in each group', () => {
  const changes = [0.1, -0.1, 0.05, 0, 0.02, -0.03, 0.04, 0.01, 0.06, -0.02];
  expect(computeDetectableEffect(changes, 5)).toBeGreaterThan(0);
  expect(computeDetectableEffect(changes, 4)).toBe(null);
  expect(computeDetectableEffect(changes, 6)).toBe(null);
});
