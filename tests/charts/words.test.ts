import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bars } from '#lib/charts/bars';
import type { Change, Figure, Verdict } from '#lib/core/figure';
import { gradeOf, wilson } from '#lib/core/rate';
import { answersBehind } from '#lib/format/answers-behind';
import { changeWords, hasNothingBefore } from '#lib/format/change-words';
import { highlight } from '#lib/format/highlight';
import { headlineSentence, type SentenceInput } from '#lib/format/sentence';

function figure(numerator: number, denominator: number, change: Change | null = null): Figure {
  return { ...wilson(numerator, denominator), clustered: null, grade: gradeOf(denominator), change };
}

function change(verdict: Verdict, difference: number, answers = 400): Change {
  return {
    before: 0.3,
    now: 0.3 + difference,
    difference,
    interval: { low: difference - 0.02, high: difference + 0.02 },
    cells: 10,
    answersBefore: answers,
    answersNow: answers,
    withoutEngines: [],
    verdict,
  };
}

const month = {
  current: { from: '2026-10-24', to: '2026-11-20' },
  previous: { from: '2026-09-26', to: '2026-10-23' },
};

const own = { id: 'own', name: 'Tarnhoof', role: 'own', hue: 0 } as const;

function sentence(input: Partial<SentenceInput>): string {
  const whole = { brand: own, visibility: figure(458, 1204), answers: 1204, periods: month, mostMoved: null };
  return headlineSentence({ ...whole, ...input }, (engine) => engine.toUpperCase());
}

test.each<[string, Partial<SentenceInput>, string]>([
  ['nothing compared', {}, 'Named in 38% of 1,204 answers (35 to 41).'],
  [
    'another brand',
    { brand: { id: 'rival', name: 'Grumblefell', role: 'competitor', hue: 1 } },
    'Grumblefell is named in 38% of 1,204 answers (35 to 41).',
  ],
  ['few of many', { visibility: figure(14, 1204) }, 'Named in 1.2% of 1,204 answers (0.7 to 1.9).'],
  [
    'nothing before',
    { visibility: figure(458, 1204, { ...change('not enough data', 0), answersBefore: 0 }) },
    'Named in 38% of 1,204 answers (35 to 41), with nothing in the 28 days before to compare with.',
  ],
  [
    'nothing the day before',
    {
      visibility: figure(458, 1204, { ...change('not enough data', 0), answersBefore: 0 }),
      periods: { current: { from: '2026-11-20', to: '2026-11-20' }, previous: null },
    },
    'Named in 38% of 1,204 answers (35 to 41), with nothing the day before to compare with.',
  ],
  [
    'more, and where',
    {
      visibility: figure(458, 1204, change('moved', 0.06)),
      mostMoved: { engine: 'gen', country: 'JP', change: change('moved', 0.2) },
    },
    'Named in 38% of 1,204 answers (35 to 41), 6 points more than in the 28 days before; GEN in Japan moved most.',
  ],
  [
    'one point less than the day before',
    {
      visibility: figure(458, 1204, change('moved', -0.01)),
      periods: { current: { from: '2026-11-20', to: '2026-11-20' }, previous: null },
    },
    'Named in 38% of 1,204 answers (35 to 41), 1 point less than the day before.',
  ],
  [
    'moved by a hair',
    { visibility: figure(458, 1204, change('moved', 0.003)) },
    'Named in 38% of 1,204 answers (35 to 41), less than a point more than in the 28 days before.',
  ],
  [
    'noise',
    { visibility: figure(458, 1204, change('within noise', 0.02)) },
    'Named in 38% of 1,204 answers (35 to 41), no clear change from the 28 days before.',
  ],
  [
    'one answer',
    { visibility: figure(1, 1, change('not enough data', 0)), answers: 1 },
    'Named in 100% of 1 answer (21 to 100), with too few answers to compare with the 28 days before.',
  ],
  [
    'another model',
    { visibility: figure(458, 1204, change('engine changed', 0.06)) },
    'Named in 38% of 1,204 answers (35 to 41), not comparable with the 28 days before because a model changed.',
  ],
  [
    'a year ago',
    {
      visibility: figure(458, 1204, change('moved', 0.06)),
      periods: { ...month, previous: { from: '2025-10-24', to: '2025-11-20' } },
    },
    'Named in 38% of 1,204 answers (35 to 41), 6 points more than in the same days a year before.',
  ],
  [
    'days of one’s choice',
    {
      visibility: figure(458, 1204, change('within noise', 0.02)),
      periods: { ...month, previous: { from: '2026-07-01', to: '2026-07-14' } },
    },
    'Named in 38% of 1,204 answers (35 to 41), no clear change from 1 Jul to 14 Jul 2026.',
  ],
  ['no answers', { visibility: figure(0, 0), answers: 0 }, 'No answers in these days yet.'],
])('the sentence with %s', (_, input, expected) => {
  expect(sentence(input)).toBe(expected);
});

test('a change has a direction only when it moved, and fewer places are better', () => {
  expect(changeWords(null)).toBe(null);
  expect(changeWords(change('moved', 0.06))).toMatchObject({
    direction: 'up',
    good: true,
    text: '+6 points',
  });
  expect(changeWords(change('moved', -0.4), 'places')).toMatchObject({
    direction: 'down',
    good: true,
    text: '−0.4',
  });
  expect(changeWords(change('within noise', 0.06))).toMatchObject({ direction: 'none', good: null });
  expect(changeWords(change('not enough data', 0.06, 0))).toMatchObject({
    label: 'Nothing to compare with',
    explanation: 'There are no comparable answers before.',
  });
  expect(changeWords(change('not enough data', 0.06, 19))?.explanation).toContain('Fewer than 20');
  expect(changeWords(change('not enough data', 0.06, 20))?.explanation).toContain('not enough runs');
});

test('figures have nothing before only where none of those compared has', () => {
  const [alone, moved] = [change('not enough data', 0.06, 0), change('moved', 0.06)];
  expect(hasNothingBefore([alone, null, alone])).toBe(true);
  expect(hasNothingBefore([alone, moved])).toBe(false);
  expect(hasNothingBefore([change('not enough data', 0.06, 19)])).toBe(false);
  expect(hasNothingBefore([null, null])).toBe(false);
});

test('the segments of a text joined are the text, and each mention is one of them unless it overlaps', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const spans = fc.array(fc.integer({ min: -2, max: 70 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, spans, spans, (words, first, second) => {
      const segments = highlight(words, [
        { brandId: 'a', spans: first },
        { brandId: 'b', spans: second },
      ]);
      expect(segments.map((segment) => segment.text).join('')).toBe(words);
      expect(segments.every((segment) => segment.text.length > 0)).toBe(true);
    }),
  );
  expect(
    highlight('Zed beats Alpha and Zed Pro', [
      { brandId: 'zed', spans: [0, 3, 20, 23] },
      { brandId: 'pro', spans: [20, 27] },
      { brandId: 'alpha', spans: [10, 15, 90, 99] },
    ]),
  ).toEqual([
    { text: 'Zed', brandId: 'zed' },
    { text: ' beats ', brandId: null },
    { text: 'Alpha', brandId: 'alpha' },
    { text: ' and ', brandId: null },
    { text: 'Zed Pro', brandId: 'pro' },
  ]);
});

test('bars keep to their axis and say what they rest on', () => {
  const { bars: drawn, axis } = bars([
    { id: 'chat', label: 'Chat', figure: figure(458, 1204) },
    { id: 'gen', label: 'Gen', figure: figure(0, 0) },
  ]);
  expect(axis.ticks).toEqual([0, 0.2, 0.4, 0.6]);
  expect(drawn[0]).toMatchObject({ value: '38%', note: '35 to 41 of 1,204 answers' });
  expect(drawn[0]?.length).toBeCloseTo(458 / 1204 / axis.max, 10);
  expect(drawn[1]).toMatchObject({ length: null, whisker: null, value: '–', note: 'No answers yet' });
});

test.each([
  [1204, 'See the 1,204 answers naming Ab'],
  [1, 'See the answer naming Ab'],
  [0, undefined],
])('the link to the %i answers behind a figure', (answers, words) => {
  expect(answersBehind('/answers', answers, 'naming Ab')?.words).toBe(words);
  expect(answersBehind(undefined, answers, 'naming Ab')).toBeUndefined();
});
