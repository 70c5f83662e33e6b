import { expect, test } from 'vitest';
import { formatVerdict, summarizeEffect, summarizePlacebo } from '#components/experiments/format-effect';
import { type Effect, measureEffect } from '#lib/dashboard/experiments/effect';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { type SimulatedPrompts, simulatePrompts } from '#tests/dashboard/experiments/simulate-prompts';

const windows = {
  earliest: { from: '2026-07-01', to: '2026-07-28' },
  preceding: { from: '2026-07-29', to: '2026-08-25' },
  before: { from: '2026-08-26', to: '2026-09-22' },
  after: { from: '2026-09-23', to: '2026-10-20' },
};

/** A state of an experiment: random and chosen prompts, whole topics, few prompts, few answers, and some without an effect. */
function buildState(seed: number): SimulatedPrompts {
  const choices = ['random', 'weakest', 'best', 'lost most', 'a topic'] as const;
  return {
    prompts: [6, 12, 30, 48][seed % 4] ?? 30,
    treated: [2, 5, 10, 8][seed % 4] ?? 8,
    answers: [1, 12, 28][seed % 3] ?? 28,
    drift: [0, 0.3, 0.8][seed % 3] ?? 0.3,
    choice: choices[seed % 5] ?? 'random',
    effect: [0, 0.05, -0.3, 0.4][(seed >> 2) % 4] ?? 0,
    topics: seed % 5 === 4 ? 6 : 0,
    topicShock: 0.3,
  };
}

const parsePoints = (text: string | undefined) => Number(text?.replace('−', '-').replace('+', ''));

/** Checks the verdict against the interval, and that the changes of both groups differ by the difference. */
function expectHonestEffect(sentence: string, effect: Effect): void {
  const { treatment, control, difference, interval, method } = effect;
  const shown =
    /^Visibility changed by ([+−]?[\d.]+) points? in the affected prompts and by ([+−]?[\d.]+) points? in .* difference is ([+−]?[\d.]+) points? \(([+−]?[\d.]+) to ([+−]?[\d.]+)(?: points)?\): ([a-z ]+)\./.exec(
      sentence,
    );
  if (!shown || difference === null || !interval) throw new Error(`Not an effect: ${sentence}`);
  const [, affected = 0, compared = 0, size = 0, low = 0, high = 0] = shown.map(parsePoints);
  const verdict = shown[6];
  expect(verdict).toBe(effect.verdict);
  expect(verdict === 'up').toBe(interval.low > 0);
  expect(verdict === 'down').toBe(interval.high < 0);
  expect(Math.abs(size - 100 * difference)).toBeLessThan(0.051);
  expect(Math.abs(low - 100 * interval.low)).toBeLessThan(0.51);
  expect(Math.abs(high - 100 * interval.high)).toBeLessThan(0.51);
  // Rounded bounds must not contradict the verdict.
  if (verdict === 'up') expect(low).toBeGreaterThanOrEqual(0);
  if (verdict === 'down') expect(high).toBeLessThanOrEqual(0);
  expect(Math.abs(affected - 100 * (treatment.change ?? 0))).toBeLessThan(0.11);
  expect(Math.abs(compared - 100 * (control.change ?? 0))).toBeLessThan(0.11);
  if (method !== 'chosen') expect(affected - compared).toBeCloseTo(size, 6);
}

test('every claim about an experiment agrees with its numbers, in 200 states', () => {
  const verdicts = new Set<string>();
  const methods = new Set<string>();
  for (let seed = 0; seed < 200; seed += 1) {
    const scenario = buildState(seed);
    const assignment = scenario.choice === 'random' ? 'random' : 'chosen';
    const { effect, placebo } = measureEffect(simulatePrompts(createRandom(seed), scenario), assignment);
    const sentence = summarizeEffect('Visibility', effect);
    verdicts.add(effect.verdict);
    methods.add(effect.method ?? 'none');
    if (effect.refusal) {
      expect(sentence.startsWith(`${formatVerdict(effect.verdict)}: `)).toBe(true);
      expect(sentence).not.toMatch(/\b(up|down)\b/);
    } else expectHonestEffect(sentence, effect);
    const text = summarizePlacebo({
      placebo,
      placeboFrom: windows.earliest.from,
      firstDay: windows.earliest.from,
      windows,
      visibility: effect,
    });
    if (text === null) continue;
    const isClear = placebo !== null && (placebo.interval.low > 0 || placebo.interval.high < 0);
    expect(text.includes('a clear difference')).toBe(isClear);
    expect(text.includes('no clear difference')).toBe(placebo !== null && !isClear);
    expect(text.includes('not possible')).toBe(placebo === null);
  }
  expect([...verdicts].sort()).toEqual(['down', 'no clear change', 'not comparable', 'too early', 'up']);
  expect([...methods].sort()).toEqual(['chosen', 'none', 'random', 'topics']);
});
