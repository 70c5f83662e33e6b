import { expect, test } from 'vitest';
import {
  type ComparedSegment,
  comparePeriods,
  type PeriodComparison,
} from '#lib/dashboard/analytics/statistics/compare-periods';

type Counts = [numerator: number, denominator: number];

/** Creates a segment of a prompt with its counts in both periods. */
function createSegment(prompt: number, previous: Counts, current: Counts): ComparedSegment {
  return {
    promptId: `${prompt}`,
    engine: 'chat',
    previous: { numerator: previous[0], denominator: previous[1] },
    current: { numerator: current[0], denominator: current[1] },
  };
}

function createComparison(
  segments: readonly ComparedSegment[],
  overrides: Partial<PeriodComparison> = {},
): PeriodComparison {
  return {
    kind: 'rate',
    segments,
    // Without an estimate of the variance between runs.
    shocks: null,
    autocorrelation: 0,
    modelChanged: false,
    excludedEngines: [],
    ...overrides,
  };
}

const createRow = (previous: Counts, current: Counts, overrides: Partial<PeriodComparison> = {}) =>
  createComparison([createSegment(0, previous, current)], overrides);
const getVerdicts = (rows: PeriodComparison[]) => comparePeriods(rows).map(({ verdict }) => verdict);

test.each([
  ['a clear change', createRow([30, 100], [60, 100]), 'moved'],
  ['a small change', createRow([30, 100], [33, 100]), 'within noise'],
  ['19 answers in the previous period', createRow([0, 19], [60, 100]), 'not enough data'],
  ['19 answers in the current period', createRow([60, 100], [0, 19]), 'not enough data'],
  ['no mention in 20 answers, then 20 of 20', createRow([0, 20], [20, 20]), 'moved'],
  ['no mention in either period', createRow([0, 500], [0, 500]), 'within noise'],
  ['a new model', createRow([30, 100], [60, 100], { modelChanged: true }), 'model changed'],
  ['a new model and few answers', createRow([0, 5], [5, 5], { modelChanged: true }), 'not enough data'],
  ['no answers in the previous period', createRow([0, 0], [0, 50]), 'not enough data'],
])('returns the expected verdict for %s', (_, row, verdict) => {
  expect(getVerdicts([row])).toEqual([verdict]);
});

test('reports a change that would be significant alone as ‘within noise’ if it is among many unchanged rows', () => {
  const borderline = createRow([30, 100], [45, 100]);
  const unchanged = Array.from({ length: 19 }, () => createRow([30, 100], [30, 100]));
  expect(getVerdicts([borderline])).toEqual(['moved']);
  expect(getVerdicts([borderline, ...unchanged])[0]).toBe('within noise');
  // Rows without enough data do not change the verdicts of the others.
  const unjudged = unchanged.map(() => createRow([1, 3], [1, 100]));
  expect(getVerdicts([borderline, ...unjudged])[0]).toBe('moved');
});

test('returns intervals that agree with the verdicts, and none without enough data', () => {
  const rows = Array.from({ length: 40 }, (_, index) => createRow([30, 100], [30 + index, 100]));
  const changes = comparePeriods([...rows, createRow([1, 5], [2, 5])]);
  expect(new Set(changes.map(({ verdict }) => verdict)).size).toBe(3);
  for (const { verdict, interval } of changes) {
    if (verdict === 'not enough data') expect(interval).toBe(null);
    else expect((interval?.low ?? 0) > 0).toBe(verdict === 'moved');
  }
});

test('weights the differences within segments by their precision', () => {
  const [change] = comparePeriods([
    createComparison([createSegment(0, [10, 50], [20, 50]), createSegment(1, [80, 100], [90, 100])]),
  ]);
  // Weights 25 and 50: (25 × 0.2 + 50 × 0.1) ÷ 75.
  expect(change?.difference).toBeCloseTo(10 / 75, 10);
  expect(change?.previous).toBeCloseTo((25 * 0.2 + 50 * 0.8) / 75, 10);
  expect(change).toMatchObject({ segments: 2, previousAnswers: 150, currentAnswers: 150 });
});

test('reports no change when only the mix of segments changes', () => {
  const segments = Array.from({ length: 12 }, (_, prompt) => [
    createSegment(prompt, [54, 60], [54, 60]),
    // A segment added at the end of the previous period.
    createSegment(prompt, [1, 4], [15, 60]),
  ]).flat();
  const [change] = comparePeriods([createComparison(segments)]);
  expect(change?.difference).toBeCloseTo(0, 10);
  expect(change?.verdict).toBe('within noise');
  const pool = (period: 'previous' | 'current') =>
    segments.reduce((sum, segment) => sum + segment[period].numerator, 0) /
    segments.reduce((sum, segment) => sum + segment[period].denominator, 0);
  expect(pool('current') - pool('previous')).toBeLessThan(-0.25);
});

test('reports ‘within noise’ if only one of seven prompts changed', () => {
  const unchanged = Array.from({ length: 6 }, (_, prompt) => createSegment(prompt + 1, [50, 100], [50, 100]));
  expect(getVerdicts([createComparison([createSegment(0, [0, 100], [100, 100]), ...unchanged])])).toEqual([
    'within noise',
  ]);
});

test('widens the interval when consecutive days are autocorrelated', () => {
  const judge = (autocorrelation: number) =>
    comparePeriods([createRow([30, 100], [45, 100], { autocorrelation })])[0];
  const [independent, dependent] = [judge(0), judge(0.75)];
  expect([independent?.verdict, dependent?.verdict]).toEqual(['moved', 'within noise']);
  const getWidth = (change: typeof dependent) => (change?.interval?.high ?? 0) - (change?.interval?.low ?? 0);
  // The variance of a mean is (1 + r) ÷ (1 − r) = 7 times as large.
  expect(getWidth(dependent) / getWidth(independent)).toBeCloseTo(Math.sqrt(7), 0.5);
});

test('returns ‘moved’ for a changed position', () => {
  const segments = Array.from({ length: 8 }, (_, index) =>
    createSegment(index, [30 + index, 10], [15 + (index % 3), 10]),
  );
  const [change] = comparePeriods([createComparison(segments, { kind: 'mean' })]);
  expect(change?.verdict).toBe('moved');
  expect(change?.difference).toBeLessThan(-1);
});
