import { expect, test } from 'vitest';
import { buildPositionChart, formatPositionCategory } from '#lib/charts/series-charts';
import { computeRate, type TrackedBrand } from '#lib/core/metric';

const own: TrackedBrand = { id: 'own', name: 'Tarnhoof', role: 'own', colorIndex: 0 };
const competitor: TrackedBrand = { id: 'other', name: 'Grumblefell', role: 'competitor', colorIndex: 1 };

test('shows shares of the answers that mention the brand, for as many positions as there are brands', () => {
  const chart = buildPositionChart(
    'Positions',
    [
      { brand: own, mentioned: 40, answersByPosition: [20, 10, 10, 0, 0, 0, 0, 0, 0, 0] },
      { brand: competitor, mentioned: 0, answersByPosition: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    ],
    3,
  );
  expect(chart.categories).toEqual(['1', '2', '3']);
  const { low, high } = computeRate(20, 40);
  expect(chart.series[0]).toMatchObject({ values: [0.5, 0.25, 0.25], counts: [40, 40, 40] });
  expect(chart.series[0]?.intervals?.[0]).toEqual([low, high]);
  expect(chart.series[1]).toMatchObject({ values: [null, null, null], intervals: [null, null, null] });
  expect(chart.axis.max).toBeGreaterThanOrEqual(0.5);
});

test('groups the tenth position with all later ones', () => {
  const answersByPosition = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  const { categories } = buildPositionChart(
    'Positions',
    [{ brand: own, mentioned: 10, answersByPosition }],
    14,
  );
  expect([categories.length, categories.at(-1)]).toEqual([10, '10+']);
});

test.each([
  ['1', '1st'],
  ['2', '2nd'],
  ['3', '3rd'],
  ['4', '4th'],
  ['11', '11th'],
  ['12', '12th'],
  ['21', '21st'],
  ['10+', '10th or later'],
])('labels position %s as %s', (category, label) => {
  expect(formatPositionCategory(category)).toBe(label);
});
