import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, computeRate, type Metric } from '#lib/core/metric';
import { filterAndSortPrompts, type PromptRow, promptSortKeys } from '#lib/format/prompt-list';

const change = (difference: number, verdict: Change['verdict']): Change => ({
  ...{ before: 0.5, now: 0.5 + difference, difference, interval: null },
  ...{ segments: 1, answersBefore: 30, answersNow: 30, excludedEngines: [], verdict },
});
const figure = (named: number, of: number, moved: Change | null = null): Metric => ({
  ...computeRate(named, of),
  ...{ clusteredInterval: null, grade: 'exploratory', change: moved },
});
const row = (text: string, topic: string, named: number | null, moved: Change | null = null): PromptRow => ({
  ...{ id: text, text, topic, tags: [], language: 'en', branded: false },
  metrics:
    named === null
      ? null
      : {
          answers: 10 + named,
          visibility: figure(named, 10, moved),
          position: {
            mean: named === 0 ? null : 11 - named,
            answers: named,
            clusteredInterval: null,
            grade: 'exploratory',
            change: null,
          },
          citationRate: figure(10 - named, 10),
        },
});
const rows = [
  row('Best kayaks', 'Discovery', 4, change(0.1, 'moved')),
  row('Cheap kayaks', 'Price', 9, change(0.9, 'not enough data')),
  row('Kayak repair', 'Discovery', null),
  row('Are kayaks safe?', 'Problems', 0, change(-0.3, 'within noise')),
];
const texts = (found: readonly PromptRow[]) => found.map(({ text }) => text);
const sorted = (order: (typeof promptSortKeys)[number], descending: boolean, words = '') =>
  texts(filterAndSortPrompts(rows, { words, order, descending }));

test.each([
  ['topic', false, ['Best kayaks', 'Kayak repair', 'Cheap kayaks', 'Are kayaks safe?']],
  ['prompt', true, ['Kayak repair', 'Cheap kayaks', 'Best kayaks', 'Are kayaks safe?']],
  ['visibility', true, ['Cheap kayaks', 'Best kayaks', 'Are kayaks safe?', 'Kayak repair']],
  ['visibility', false, ['Are kayaks safe?', 'Best kayaks', 'Cheap kayaks', 'Kayak repair']],
  ['position', false, ['Cheap kayaks', 'Best kayaks', 'Kayak repair', 'Are kayaks safe?']],
  ['citation', true, ['Are kayaks safe?', 'Best kayaks', 'Cheap kayaks', 'Kayak repair']],
  ['answers', true, ['Cheap kayaks', 'Best kayaks', 'Are kayaks safe?', 'Kayak repair']],
] as const)('sorts by %s, descending: %s', (order, descending, expected) => {
  expect(sorted(order, descending)).toEqual(expected);
});

test('sorts changes without enough data last', () => {
  expect(sorted('change', true).slice(0, 2)).toEqual(['Best kayaks', 'Are kayaks safe?']);
});

test('finds prompts that contain every word, ignoring case', () => {
  expect(sorted('topic', false, ' KAYAK  best')).toEqual(['Best kayaks']);
  expect(sorted('topic', false, 'canoe')).toEqual([]);
});

test('returns every prompt once in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.option(fc.integer({ min: 0, max: 10 }))), { maxLength: 20 }),
      fc.constantFrom(...promptSortKeys),
      fc.boolean(),
      (given, order, descending) => {
        const some = given.map(([text, named], index) => row(`${text} ${index}`, text, named));
        const found = filterAndSortPrompts(some, { words: '', order, descending });
        expect(new Set(found)).toEqual(new Set(some));
        expect(found).toHaveLength(some.length);
      },
    ),
  );
});
