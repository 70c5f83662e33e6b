import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PromptRow, promptOrders, promptRows } from '#lib/charts/prompt-rows';
import type { Change, Figure } from '#lib/core/figure';
import { wilson } from '#lib/core/rate';

const change = (difference: number, verdict: Change['verdict']): Change => ({
  ...{ before: 0.5, now: 0.5 + difference, difference, interval: null },
  ...{ cells: 1, answersBefore: 30, answersNow: 30, withoutEngines: [], verdict },
});
const figure = (named: number, of: number, moved: Change | null = null): Figure => ({
  ...wilson(named, of),
  ...{ clustered: null, grade: 'exploratory', change: moved },
});
const row = (text: string, topic: string, named: number | null, moved: Change | null = null): PromptRow => ({
  ...{ id: text, text, topic, tags: [], language: 'en', branded: false },
  figures:
    named === null
      ? null
      : {
          answers: 10 + named,
          visibility: figure(named, 10, moved),
          position: {
            mean: named === 0 ? null : 11 - named,
            answers: named,
            clustered: null,
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
const sorted = (order: (typeof promptOrders)[number], descending: boolean, words = '') =>
  texts(promptRows(rows, { words, order, descending }));

test.each([
  ['topic', false, ['Best kayaks', 'Kayak repair', 'Cheap kayaks', 'Are kayaks safe?']],
  ['prompt', true, ['Kayak repair', 'Cheap kayaks', 'Best kayaks', 'Are kayaks safe?']],
  ['visibility', true, ['Cheap kayaks', 'Best kayaks', 'Are kayaks safe?', 'Kayak repair']],
  ['visibility', false, ['Are kayaks safe?', 'Best kayaks', 'Cheap kayaks', 'Kayak repair']],
  ['position', false, ['Cheap kayaks', 'Best kayaks', 'Kayak repair', 'Are kayaks safe?']],
  ['citation', true, ['Are kayaks safe?', 'Best kayaks', 'Cheap kayaks', 'Kayak repair']],
  ['answers', true, ['Cheap kayaks', 'Best kayaks', 'Are kayaks safe?', 'Kayak repair']],
] as const)('by %s, descending: %s', (order, descending, expected) => {
  expect(sorted(order, descending)).toEqual(expected);
});

test('a change without enough data is no larger than any other', () => {
  expect(sorted('change', true).slice(0, 2)).toEqual(['Best kayaks', 'Are kayaks safe?']);
});

test('every word searched for is somewhere in the prompt, whatever its case', () => {
  expect(sorted('topic', false, ' KAYAK  best')).toEqual(['Best kayaks']);
  expect(sorted('topic', false, 'canoe')).toEqual([]);
});

test('no order loses or doubles a prompt', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.option(fc.integer({ min: 0, max: 10 }))), { maxLength: 20 }),
      fc.constantFrom(...promptOrders),
      fc.boolean(),
      (given, order, descending) => {
        const some = given.map(([text, named], index) => row(`${text} ${index}`, text, named));
        const found = promptRows(some, { words: '', order, descending });
        expect(new Set(found)).toEqual(new Set(some));
        expect(found).toHaveLength(some.length);
      },
    ),
  );
});
