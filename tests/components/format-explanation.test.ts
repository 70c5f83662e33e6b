import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatExplanation, roundPreservingSum } from '#components/sections/format-explanation';
import type { ChangeExplanation } from '#lib/dashboard/analytics/explanations/explain-change';

const explanation: ChangeExplanation = {
  previous: 0.38,
  current: 0.412,
  parts: [
    { cause: 'prompts', difference: 0.0104, interval: { low: 0.004, high: 0.0168 } },
    { cause: 'mix', difference: 0.0104, interval: { low: 0.004, high: 0.0168 } },
    { cause: 'model', difference: 0, interval: { low: -0.01, high: 0.01 } },
    { cause: 'sources', difference: 0.0104, interval: null },
    { cause: 'other', difference: 0, interval: { low: 0, high: 0 } },
    { cause: 'noise', difference: 0.0008, interval: { low: -0.01, high: 0.01 } },
  ],
  addedPrompts: 2,
  removedPrompts: 1,
  addedEngineCountries: [{ engine: 'chat', country: 'US' }],
  removedEngineCountries: ['JP', 'DE', 'FR', 'ES', 'IT'].map((country) => ({ engine: 'gen', country })),
  models: [{ engine: 'chat', previous: 'one', current: 'two' }],
  sources: [{ domain: 'news.example', previous: 0.12, current: 0.31 }],
};

test('formats the whole difference, and each cause with what changed', () => {
  const { summary, rows } = formatExplanation(explanation);
  expect(summary).toBe('38% before, 41% now: +3.2 points across all answers.');
  expect(rows.map(({ label, value, interval }) => [label, value, interval])).toEqual([
    ['Prompts added or removed', '+1.1 points', '+0.4 to +1.7'],
    ['Mix of engines and countries', '+1.0 points', '+0.4 to +1.7'],
    ['Changed models', '0.0 points', '−1.0 to +1.0'],
    ['Sources cited more or less often', '+1.0 points', null],
    ['Other causes', '0.0 points', null],
    ['Noise', '+0.1 points', '−1.0 to +1.0'],
  ]);
  expect(rows.map(({ details }) => details).slice(0, 4)).toEqual([
    ['2 prompts added.', '1 prompt removed.'],
    [
      'ChatGPT in the United States added.',
      'Gemini in Japan, Gemini in Germany, Gemini in France, Gemini in Spain and 1 more removed.',
    ],
    ['ChatGPT: one to two.'],
    ['news.example: cited in 12% of answers before, 31% now.'],
  ]);
  // True even though the part of other causes is 0.
  expect(rows[4]?.details).toEqual(['Changes beyond noise that the causes above don’t explain.']);
});

test.each([
  ['position', '0.4 before, 0.4 now: 0.0 across all answers.'],
  ['sentiment', '+38 before, +41 now: +3 across all answers.'],
] as const)('formats a change of %s', (unit, summary) => {
  expect(formatExplanation(explanation, unit).summary).toBe(summary);
});

test('rounds values so that they add up to their rounded sum', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
      const rounded = roundPreservingSum(values, 0.001);
      const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
      expect(Math.abs(sum(rounded) - sum(values))).toBeLessThanOrEqual(0.000_501);
      for (const [index, value] of values.entries()) {
        expect(Math.abs((rounded[index] ?? 0) - value)).toBeLessThan(0.001_001);
      }
    }),
  );
});
