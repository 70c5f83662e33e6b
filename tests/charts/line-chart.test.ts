import { expect, test } from 'vitest';
import { countCategoriesWithData, isIsolated, sortForDrawing } from '#lib/charts/chart-spec';
import { buildLineChart } from '#lib/charts/series-charts';
import { computeRate } from '#lib/core/metric';

const own = { id: 'a', name: 'Own', role: 'own' as const, colorIndex: 0 };
const competitor = { id: 'b', name: 'Competitor', role: 'competitor' as const, colorIndex: 3 };
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];

test('keeps days without answers as gaps in line, band and comparison', () => {
  const chart = buildLineChart(
    'Visibility',
    {
      days,
      previousDays: ['2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31'],
      series: [
        {
          brand: own,
          points: [computeRate(3, 10), null, computeRate(5, 10), computeRate(0, 0)],
          previous: [null, computeRate(1, 10), null, null],
        },
        { brand: competitor, points: [null, null, null, null], previous: null },
      ],
    },
    'a',
  );
  const [first, second] = chart.series;
  expect(first).toMatchObject({
    color: 'var(--brand-0)',
    hasBand: true,
    values: [0.3, null, 0.5, null],
    previous: [null, 0.1, null, null],
    counts: [10, null, 10, null],
  });
  expect(first?.intervals?.map((interval) => interval === null)).toEqual([false, true, false, true]);
  expect(second).toMatchObject({ color: 'var(--brand-3)', hasBand: false, previous: null });
  expect(chart.previousDays?.[0]).toBe('2026-10-28');
  expect(countCategoriesWithData(chart)).toBe(2);
  expect(days.map((_, index) => isIsolated(first?.values ?? [], index))).toEqual([true, false, true, false]);
});

test('draws the band of the selected brand on an axis that includes it', () => {
  const chart = buildLineChart(
    'Visibility',
    {
      days: days.slice(0, 1),
      previousDays: ['2026-10-28'],
      series: [
        { brand: own, points: [computeRate(3, 10)], previous: null },
        { brand: competitor, points: [computeRate(5, 10)], previous: [computeRate(2, 10)] },
      ],
    },
    'b',
  );
  expect(chart.series.map(({ id, hasBand, previous }) => [id, hasBand, previous !== null])).toEqual([
    ['a', false, false],
    ['b', true, true],
  ]);
  expect(chart.axis.max).toBeGreaterThanOrEqual(computeRate(5, 10).high ?? 1);
  expect(sortForDrawing(chart.series).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('labels lines at their ends for up to six brands', () => {
  const build = (count: number) =>
    buildLineChart(
      'Visibility',
      {
        days,
        previousDays: null,
        series: Array.from({ length: count }, (_, index) => ({
          brand: { ...competitor, id: String(index) },
          points: [],
          previous: null,
        })),
      },
      'a',
    );
  expect([build(6).hasEndLabels, build(7).hasEndLabels]).toEqual([true, false]);
});
