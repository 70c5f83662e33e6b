import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, computeRate, type Metric } from '#lib/core/metric';
import {
  describeUninformative,
  filterAndSortPrompts,
  type PromptRow,
  promptSortKeys,
  proposeWording,
} from '../../app/(dashboard)/projects/[projectId]/prompts/prompt-list';

const createChange = (difference: number, verdict: Change['verdict']): Change => ({
  previous: 0.5,
  current: 0.5 + difference,
  difference,
  interval: null,
  confidence: 0.95,
  judgedWith: null,
  rows: 1,
  prompts: 1,
  segments: 1,
  previousAnswers: 30,
  currentAnswers: 30,
  excludedEngines: [],
  verdict,
  reason: verdict === 'too early' ? 'few answers' : null,
});
const createMetric = (numerator: number, denominator: number, change: Change | null = null): Metric => ({
  ...computeRate(numerator, denominator),
  clusteredInterval: null,
  effectiveAnswers: 0,
  grade: 'exploratory',
  change,
});
/**
 * Creates a prompt with a visibility of `mentioned` in 10; null creates one without metrics. The more mentions, the
 * better its position, the lower its citation rate and the more answers it has.
 */
const createRow = (
  text: string,
  topic: string,
  mentioned: number | null,
  change: Change | null = null,
): PromptRow => ({
  id: text,
  text,
  topic,
  tags: [],
  language: 'en',
  isLanguageSet: false,
  isBranded: false,
  metrics:
    mentioned === null
      ? null
      : {
          answers: 10 + mentioned,
          visibility: createMetric(mentioned, 10, change),
          position: {
            mean: mentioned === 0 ? null : 11 - mentioned,
            answers: mentioned,
            clusteredInterval: null,
            effectiveAnswers: 0,
            grade: 'exploratory',
            change: null,
          },
          citationRate: createMetric(10 - mentioned, 10),
          uninformativeReason: mentioned === 0 ? { kind: 'no brand' } : null,
        },
});
const rows = [
  createRow('Best kayaks', 'Discovery', 4, createChange(0.1, 'up')),
  createRow('Cheap kayaks', 'Price', 9, createChange(0.4, 'too early')),
  createRow('Kayak repair', 'Discovery', null),
  createRow('Are kayaks safe?', 'Problems', 0, createChange(-0.3, 'no clear change')),
];
const sort = (order: (typeof promptSortKeys)[number], descending: boolean, search = '') =>
  filterAndSortPrompts(rows, { search, order, descending }).map(({ text }) => text);

test.each([
  ['topic', false, ['Best kayaks', 'Kayak repair', 'Cheap kayaks', 'Are kayaks safe?']],
  ['prompt', true, ['Kayak repair', 'Cheap kayaks', 'Best kayaks', 'Are kayaks safe?']],
  ['visibility', true, ['Cheap kayaks', 'Best kayaks', 'Are kayaks safe?', 'Kayak repair']],
  ['visibility', false, ['Are kayaks safe?', 'Best kayaks', 'Cheap kayaks', 'Kayak repair']],
  ['position', false, ['Cheap kayaks', 'Best kayaks', 'Kayak repair', 'Are kayaks safe?']],
  ['citation', true, ['Are kayaks safe?', 'Best kayaks', 'Cheap kayaks', 'Kayak repair']],
  ['answers', true, ['Cheap kayaks', 'Best kayaks', 'Are kayaks safe?', 'Kayak repair']],
] as const)('sorts by %s, descending: %s', (order, descending, expected) => {
  expect(sort(order, descending)).toEqual(expected);
});

test('sorted by change, prompts without enough data for a change come last', () => {
  expect(sort('change', true).slice(0, 2)).toEqual(['Best kayaks', 'Are kayaks safe?']);
});

test('finds prompts that contain every word, ignoring case', () => {
  expect(sort('topic', false, ' KAYAK  best')).toEqual(['Best kayaks']);
  expect(sort('topic', false, 'canoe')).toEqual([]);
});

test('returns every prompt once in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.option(fc.integer({ min: 0, max: 10 }))), { maxLength: 20 }),
      fc.constantFrom(...promptSortKeys),
      fc.boolean(),
      (inputs, order, descending) => {
        const prompts = inputs.map(([text, mentioned], index) =>
          createRow(`${text} ${index}`, text, mentioned),
        );
        const found = filterAndSortPrompts(prompts, { search: '', order, descending });
        expect(new Set(found)).toEqual(new Set(prompts));
        expect(found).toHaveLength(prompts.length);
      },
    ),
  );
});

test('selects uninformative prompts, describes them and suggests another wording', () => {
  const [row] = filterAndSortPrompts(rows, {
    search: '',
    order: 'topic',
    descending: false,
    onlyUninformative: true,
  });
  const reason = row?.metrics?.uninformativeReason;
  if (!row || !reason) throw new Error('no uninformative prompt');
  expect(describeUninformative(reason)).toContain('None of its answers mentions a tracked brand');
  expect(proposeWording(row, reason)).toBe(
    'Are kayaks safe? Which brands do you recommend for this, and why?',
  );
  const other = { kind: 'one brand', brand: 'Fjordwing' } as const;
  expect(describeUninformative(other)).toContain('mention Fjordwing and no other tracked brand');
  expect(proposeWording({ ...row, text: 'Cheap kayaks' }, other)).toBe(
    'Cheap kayaks. Compare it with at least three other brands.',
  );
  expect(proposeWording({ ...row, text: 'Kajak?', language: 'de-AT' }, other)).toBe('Kajak?');
});
