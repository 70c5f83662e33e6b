import { expect, test } from 'vitest';
import { createComparison } from '#lib/dashboard/statistics/changes/comparison';
import { judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { getChangeSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
import { applyNoise } from '#lib/dashboard/statistics/noise/noise';
import { parseDataSet, verdictLetters } from '#tests/support/statistics-data-sets';
import { readShares } from '#tests/support/statistics-panels';

/** Two prompts on one engine: the first brand is mentioned on no day of the first period, and on most of the second. */
const line = JSON.stringify({
  design: 'risen',
  rep: 3,
  days: 24,
  dow0: 2,
  answers: 2,
  segments: [
    ['p0', 'e0', 'c0'],
    ['p1', 'e0', 'c0'],
  ],
  brands: [
    ['000000000.01222222122212', '000010000000221222222.22'],
    ['010010100.01001010010010', '111111111111111111111.11'],
  ],
  previous: [0, 12],
  current: [12, 24],
});

test('judges a data set of a file', () => {
  const dataSet = parseDataSet(line);
  const { previous, current } = dataSet;
  if (!previous || !current) throw new Error('There are no periods.');
  const [series, other] = [0, 1].map(readShares(dataSet));
  if (!series || !other) throw new Error('There are no brands.');
  const periods = { previous, current };
  const [fit] = fitNoise([series, other], getChangeSpans(periods));
  if (!fit) throw new Error('The brand has no answers.');
  const change = judgeChange(createComparison(series, applyNoise(fit, series.panel), periods));
  expect([dataSet.design, dataSet.rep, verdictLetters[change.verdict]]).toEqual(['risen', 3, 'u']);
  expect(change.previousAnswers).toBe(2 * (11 + 12));
  expect([...series.panel.weekdays.slice(0, 3)]).toEqual([2, 3, 4]);
});

test('rejects lines that are no data sets', () => {
  expect(() => parseDataSet('{"design":"empty"}')).toThrow();
});
