import { describe, expect, test } from 'vitest';
import type { ComparedSegment } from '#lib/dashboard/analytics/statistics/compare-periods';
import { computeEffects, type EffectInput, matchControl } from '#lib/dashboard/experiments/effect';
import { matchPrompts, type PromptRates } from '#lib/dashboard/experiments/matched-effect';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { drawNormal, toProbability } from '#tests/dashboard/analytics/support/simulate-answers';

interface Scenario {
  prompts: number;
  treated: number;
  /** The number of answers of each of two engines to a prompt in each period. */
  answers: number;
  /** The standard deviation of a prompt’s random change between periods, on the logit scale. */
  drift: number;
  /** The prompts that the user chooses: the weakest or best in the period before the change, or those that lost most. */
  choice: 'weakest' | 'best' | 'lost most';
  /** The increase in the rate of treated prompts that the change causes. */
  effect?: number;
}

/** Simulates three periods. The user chooses prompts by their rates in the first two, before the change. */
function simulateChoice(
  random: () => number,
  { prompts, treated, answers, drift, choice, effect = 0 }: Scenario,
): EffectInput {
  const simulated = Array.from({ length: prompts }, (_, prompt) => {
    const level = 1.2 * drawNormal(random) - 0.3;
    const levels = [level + drift * drawNormal(random), level, level + drift * drawNormal(random)];
    const engines = [0.7 * drawNormal(random), 0.7 * drawNormal(random)];
    const uniform = Array.from({ length: 2 * answers }, random);
    const count = (period: number, engine: number, added = 0) => {
      let numerator = 0;
      for (let index = 0; index < answers; index += 1) {
        const value = period === 2 ? (uniform[engine * answers + index] ?? 0) : random();
        const rate = toProbability((levels[period] ?? 0) + (engines[engine] ?? 0)) + added;
        numerator += value < rate ? 1 : 0;
      }
      return { numerator, denominator: answers };
    };
    const earlier = [0, 1].map((period) => [count(period, 0), count(period, 1)] as const);
    const getRate = (period: 0 | 1) => {
      const [first, second] = earlier[period] ?? [];
      return ((first?.numerator ?? 0) + (second?.numerator ?? 0)) / (2 * answers);
    };
    const toSegments = (added: number) =>
      ([0, 1] as const).map(
        (engine): ComparedSegment => ({
          promptId: `${prompt}`,
          engine: `${engine}`,
          current: count(2, engine, added),
          previous: earlier[1]?.[engine] ?? { numerator: 0, denominator: answers },
        }),
      );
    return { promptId: `${prompt}`, preceding: getRate(0), previous: getRate(1), toSegments };
  });
  const order = {
    weakest: ({ previous }: (typeof simulated)[number]) => previous,
    best: ({ previous }: (typeof simulated)[number]) => -previous,
    'lost most': ({ previous, preceding }: (typeof simulated)[number]) => previous - preceding,
  }[choice];
  const sorted = simulated.toSorted((a, b) => order(a) - order(b));
  return {
    treatment: sorted.slice(0, treated).flatMap(({ toSegments }) => toSegments(effect)),
    control: sorted.slice(treated).flatMap(({ toSegments }) => toSegments(0)),
    preceding: new Map(simulated.map(({ promptId, preceding }) => [promptId, preceding])),
  };
}

const simulations = 400;
const measureMoved = (scenario: Scenario, analyze: (input: EffectInput) => EffectInput) => {
  const random = createRandom(11);
  let moved = 0;
  for (let index = 0; index < simulations; index += 1) {
    const [effect] = computeEffects([analyze(simulateChoice(random, scenario))]);
    moved += effect?.verdict === 'moved' ? 1 : 0;
  }
  return moved / simulations;
};

const base = { prompts: 40, treated: 8, answers: 10, drift: 0.4 };
describe.each<Scenario>([
  { ...base, choice: 'weakest' },
  { ...base, prompts: 24, answers: 28, drift: 0.2, choice: 'weakest' },
  { ...base, choice: 'best' },
  { ...base, choice: 'lost most' },
])('prompts chosen by how they performed: %o', (scenario) => {
  test('rarely show an effect when nothing changed', () => {
    expect(measureMoved(scenario, matchControl)).toBeLessThan(0.08);
  });
});

test('without matching, the weakest prompts seem to recover', () => {
  const unmatched = ({ treatment, control }: EffectInput) => ({ treatment, control });
  expect(measureMoved({ ...base, choice: 'weakest' }, unmatched)).toBeGreaterThan(0.15);
});

test('a large effect on chosen prompts is found, with intervals that contain it', () => {
  const scenario: Scenario = { ...base, prompts: 60, treated: 12, choice: 'weakest', effect: 0.35 };
  const random = createRandom(5);
  const counts = { moved: 0, covered: 0 };
  for (let index = 0; index < simulations; index += 1) {
    const [effect] = computeEffects([matchControl(simulateChoice(random, scenario))]);
    const { low = 0, high = 0 } = effect?.interval ?? {};
    counts.moved += effect?.verdict === 'moved' ? 1 : 0;
    counts.covered += low <= 0.35 && high >= 0.35 ? 1 : 0;
  }
  expect(counts.moved / simulations).toBeGreaterThan(0.7);
  expect(counts.covered / simulations).toBeGreaterThan(0.9);
});

test('matches each treatment prompt with the three most similar unused control prompts', () => {
  const createPrompt = (promptId: string, isTreatment: boolean, before: number): PromptRates => ({
    promptId,
    isTreatment,
    before,
    preceding: before,
    after: before,
  });
  const prompts = [
    createPrompt('low', true, 0.1),
    createPrompt('high', true, 0.8),
    ...[0, 0.1, 0.15, 0.25, 0.5, 0.65, 0.75, 0.8, 0.9].map((rate) => createPrompt(`${rate}`, false, rate)),
  ];
  const matched = matchPrompts(prompts).map(({ promptId }) => promptId);
  expect(matched.slice(0, 2)).toEqual(['low', 'high']);
  expect(matched.slice(2).sort()).toEqual(['0', '0.1', '0.15', '0.75', '0.8', '0.9']);
});
