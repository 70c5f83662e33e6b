import { expect, test } from 'vitest';
import { buildIntervalBars } from '#lib/charts/chart-spec';
import { computeRate, getGrade, type Metric } from '#lib/core/metric';

function metric(numerator: number, denominator: number): Metric {
  return {
    ...computeRate(numerator, denominator),
    clusteredInterval: null,
    grade: getGrade(denominator),
    change: null,
  };
}

test('scales bars to their axis and notes what they were counted from', () => {
  const { bars: drawn, axis } = buildIntervalBars([
    { id: 'chat', label: 'Chat', metric: metric(458, 1204) },
    { id: 'gen', label: 'Gen', metric: metric(0, 0) },
  ]);
  expect(axis.ticks).toEqual([0, 0.2, 0.4, 0.6]);
  expect(drawn[0]).toMatchObject({ value: '38%', note: '35 to 41 of 1,204 answers' });
  expect(drawn[0]?.length).toBeCloseTo(458 / 1204 / axis.max, 10);
  expect(drawn[1]).toMatchObject({ length: null, whisker: null, value: '–', note: 'No answers yet' });
});
