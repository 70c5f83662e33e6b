import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatExplanation } from '#components/sections/format-explanation';
import { roundPreservingSum } from '#lib/core/round-preserving-sum';
import type { ChangeExplanation } from '#lib/dashboard/analytics/explanations/explain-change';

const explanation: ChangeExplanation = {
  previous: 0.3766,
  current: 0.4086,
  parts: [
    { cause: 'change', difference: 0.0112 },
    { cause: 'added', difference: 0.0104 },
    { cause: 'removed', difference: 0.0104 },
    { cause: 'models', difference: 0 },
    { cause: 'answers', difference: 0 },
  ],
  groups: [
    {
      by: 'engine',
      rows: [
        { key: 'chat', label: 'chat', difference: 0.0056, interval: { low: -0.001, high: 0.0122 } },
        { key: null, label: '', difference: 0.0056, interval: null },
      ],
    },
  ],
  addedPrompts: 2,
  removedPrompts: 1,
  addedEngineCountries: [{ engine: 'chat', country: 'US' }],
  removedEngineCountries: ['JP', 'DE', 'FR', 'ES', 'IT'].map((country) => ({ engine: 'gen', country })),
  models: [{ engine: 'chat', previous: 'one', current: 'two' }],
  sources: [{ domain: 'news.example', previous: 0.12, current: 0.31 }],
};

test('formats the whole difference, and parts that add up to it', () => {
  const { summary, rows, groups, sources } = formatExplanation(explanation);
  expect(summary).toBe('37.7% before, 40.9% now: +3.2 points across all answers.');
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ['Asked in both periods', '+1.1 points'],
    ['Added', '+1.1 points'],
    ['Removed', '+1.0 points'],
    ['Engines whose model changed', '0.0 points'],
  ]);
  expect(rows.map(({ details }) => details)).toEqual([
    [],
    ['2 prompts added.', 'ChatGPT in the United States added.'],
    [
      '1 prompt removed.',
      'Gemini in Japan, Gemini in Germany, Gemini in France, Gemini in Spain and 1 more removed.',
    ],
    ['ChatGPT: one to two.'],
  ]);
  expect(groups[0]?.rows.map(({ label, value, interval }) => [label, value, interval])).toEqual([
    ['ChatGPT', '+0.6 points', '−0.1 to +1.2'],
    ['All others', '+0.5 points', null],
  ]);
  expect(sources).toEqual(['news.example: cited in 12% of answers before, 31% now.']);
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
