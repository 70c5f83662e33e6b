import { expect, test } from 'vitest';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';

/** Creates a comparison of one prompt; `before` and `now` are numerator and denominator. */
function createComparison(
  before: [number, number],
  now: [number, number],
  more: Partial<PeriodComparison> = {},
): PeriodComparison {
  return {
    kind: 'rate',
    clusters: [
      {
        before: { numerator: before[0], denominator: before[1] },
        now: { numerator: now[0], denominator: now[1] },
      },
    ],
    isClustered: false,
    segments: 1,
    answersBefore: before[1],
    answersNow: now[1],
    modelChanged: false,
    excludedEngines: [],
    ...more,
  };
}

const getVerdicts = (rows: PeriodComparison[]) => comparePeriods(rows).map(({ verdict }) => verdict);

test.each([
  ['a clear change', createComparison([30, 100], [60, 100]), 'moved'],
  ['a small change', createComparison([30, 100], [33, 100]), 'within noise'],
  ['19 answers before', createComparison([0, 19], [60, 100]), 'not enough data'],
  ['19 answers now', createComparison([60, 100], [0, 19]), 'not enough data'],
  ['20 answers on both sides', createComparison([0, 20], [20, 20]), 'moved'],
  ['a new model', createComparison([30, 100], [60, 100], { modelChanged: true }), 'model changed'],
  [
    'a new model and few answers',
    createComparison([0, 5], [5, 5], { modelChanged: true }),
    'not enough data',
  ],
  [
    'a mean before resampling is possible',
    createComparison([100, 50], [300, 50], { kind: 'mean' }),
    'not enough data',
  ],
  [
    'no denominator',
    createComparison([0, 0], [0, 0], { answersBefore: 50, answersNow: 50 }),
    'not enough data',
  ],
])('judges %s', (_, row, verdict) => {
  expect(getVerdicts([row])).toEqual([verdict]);
});

test('judges a change as noise among many unchanged rows although it would be a move on its own', () => {
  const borderline = createComparison([30, 100], [45, 100]);
  const unchanged = Array.from({ length: 19 }, () => createComparison([30, 100], [30, 100]));
  expect(getVerdicts([borderline])).toEqual(['moved']);
  expect(getVerdicts([borderline, ...unchanged])[0]).toBe('within noise');
  // Rows that cannot be judged do not count against the others.
  const unjudged = unchanged.map((row) => ({ ...row, answersNow: 3 }));
  expect(getVerdicts([borderline, ...unjudged])[0]).toBe('moved');
});

test('returns both periods, their difference and its interval', () => {
  const [change] = comparePeriods([createComparison([48, 80], [56, 70])]);
  expect(change).toMatchObject({ before: 0.6, now: 0.8, segments: 1, answersBefore: 80, answersNow: 70 });
  expect(change?.difference).toBeCloseTo(0.2, 10);
  expect(change?.interval?.low).toBeCloseTo(0.0524, 4);
});

test('resamples prompts when there are enough runs, so one changed prompt does not decide', () => {
  const unchanged = { before: { numerator: 50, denominator: 100 }, now: { numerator: 50, denominator: 100 } };
  const changed = { before: { numerator: 0, denominator: 100 }, now: { numerator: 100, denominator: 100 } };
  const clusters = [changed, ...Array.from({ length: 6 }, () => unchanged)];
  const rows = (isClustered: boolean) => [
    createComparison([0, 1], [0, 1], { clusters, isClustered, answersBefore: 700, answersNow: 700 }),
  ];
  expect(getVerdicts(rows(false))).toEqual(['moved']);
  expect(getVerdicts(rows(true))).toEqual(['within noise']);
});

test('judges a position when there are enough runs', () => {
  const clusters = Array.from({ length: 8 }, (_, index) => ({
    before: { numerator: 30 + index, denominator: 10 },
    now: { numerator: 15 + (index % 3), denominator: 10 },
  }));
  const row = createComparison([0, 1], [0, 1], {
    kind: 'mean',
    clusters,
    isClustered: true,
    answersBefore: 80,
    answersNow: 80,
  });
  const [change] = comparePeriods([row]);
  expect(change?.verdict).toBe('moved');
  expect(change?.difference).toBeLessThan(-1);
});
