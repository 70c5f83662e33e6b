import { expect, test } from 'vitest';
import { buildStackedChart, formatTotals } from '#lib/charts/series-charts';
import { computeRate } from '#lib/core/metric';

const own = { id: 'a', name: 'Own', role: 'own' as const, colorIndex: 0 };
const competitor = { id: 'b', name: 'Competitor', role: 'competitor' as const, colorIndex: 3 };

test('stacks the project’s own brand first and keeps days without mentions as gaps', () => {
  const chart = buildStackedChart('Share of voice', {
    days: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'],
    series: [
      {
        brand: competitor,
        points: [computeRate(3, 4), null, computeRate(1, 2), computeRate(0, 1)],
        previous: null,
      },
      {
        brand: own,
        points: [computeRate(1, 4), null, computeRate(1, 2), computeRate(1, 1)],
        previous: null,
      },
    ],
  });
  expect(chart.axis.max).toBe(1);
  expect(chart.series.map(({ id, values, counts }) => [id, values, counts])).toEqual([
    ['a', [0.25, null, 0.5, 1], [4, null, 2, 1]],
    ['b', [0.75, null, 0.5, 0], [4, null, 2, 1]],
  ]);
});

test('formats the totals of the legend by brand', () => {
  const brandMetrics = [{ brand: own, visibility: { value: 0.581 }, shareOfVoice: { value: 0.384 } }];
  expect(formatTotals(brandMetrics, 'shareOfVoice')).toEqual({ a: '38%' });
  expect(formatTotals(brandMetrics, 'visibility')).toEqual({ a: '58%' });
});
