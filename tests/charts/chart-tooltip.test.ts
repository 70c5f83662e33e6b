import { expect, test } from 'vitest';
import { buildTooltip } from '#lib/charts/chart-tooltip';
import { buildLineChart, buildPositionChart, buildStackedChart } from '#lib/charts/series-charts';
import { computeRate } from '#lib/core/metric';

const own = { id: 'a', name: 'Own', role: 'own' as const, colorIndex: 0 };
const competitor = { id: 'b', name: 'Competitor', role: 'competitor' as const, colorIndex: 3 };
const timeSeries = {
  days: ['2026-11-01', '2026-11-02'],
  previousDays: ['2026-10-30', '2026-10-31'],
  series: [
    { brand: own, points: [computeRate(1, 4), null], previous: [computeRate(1, 2), null] },
    { brand: competitor, points: [computeRate(3, 4), null], previous: null },
  ],
};

test('lists the largest value of a line chart first, with interval, number of answers and comparison', () => {
  const chart = buildLineChart('Visibility', timeSeries, 'a');
  expect(buildTooltip(chart, 0)).toEqual({
    heading: '1 Nov 2026',
    rows: [
      { id: 'b', name: 'Competitor', color: 'var(--brand-3)', value: '75%', detail: '30 to 95' },
      { id: 'a', name: 'Own', color: 'var(--brand-0)', value: '25%', detail: '4.6 to 70' },
    ],
    footer: '4 answers · 50% on 30 Oct',
  });
  expect(buildTooltip(chart, 1)).toMatchObject({ rows: [], footer: 'No answers on this day' });
  expect(buildTooltip(chart, 2)).toBe(null);
});

test('names what a line chart counts', () => {
  const chart = { ...buildLineChart('Citation share', timeSeries, 'a'), countNoun: 'citation' };
  expect(buildTooltip(chart, 0)?.footer).toBe('4 citations · 50% on 30 Oct');
  expect(buildTooltip(chart, 1)?.footer).toBe('No citations on this day');
});

test('lists stacked bars from top to bottom', () => {
  const chart = buildStackedChart('Share of voice', timeSeries);
  const tooltip = buildTooltip(chart, 0);
  expect(tooltip?.rows.map(({ id, value }) => [id, value])).toEqual([
    ['b', '75%'],
    ['a', '25%'],
  ]);
  expect(tooltip?.footer).toBe('of 4 mentions');
  expect(buildTooltip(chart, 1)?.footer).toBe('No mentions on this day');
});

test('shows how often each brand is at a position', () => {
  const chart = buildPositionChart(
    'Positions',
    [{ brand: own, mentioned: 40, answersByPosition: [20, 20] }],
    2,
  );
  expect(buildTooltip(chart, 0)).toMatchObject({
    heading: 'Ranked 1st',
    rows: [{ value: '50%', detail: '35 to 65, 40 answers' }],
    footer: 'of the answers that mention the brand',
  });
});
