import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCountAxis } from '#lib/charts/chart-spec';
import { buildTooltip } from '#lib/charts/chart-tooltip';
import { buildUsageChart } from '#lib/charts/usage-chart';

const days = ['2026-11-01', '2026-11-02'];
const buildGroups = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `g${index}`,
    name: `Group ${index}`,
    credits: [100 - index, 0],
  }));

test('stacks up to eight groups, and combines the smallest into one if there are more, without losing credits', () => {
  expect(buildUsageChart('Usage', days, buildGroups(8)).series).toHaveLength(8);
  const { series } = buildUsageChart('Usage', days, buildGroups(10));
  expect(series.map(({ name }) => name).at(-1)).toBe('3 others');
  expect(series.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(955);
  expect(new Set(series.map(({ color }) => color)).size).toBe(8);
});

test('the tooltip of a day shows the credits of each group and their total', () => {
  const chart = buildUsageChart('Usage', days, buildGroups(2));
  expect(buildTooltip(chart, 0)).toMatchObject({
    rows: [{ value: '99' }, { value: '100' }],
    footer: '199 credits in total',
  });
  expect(buildTooltip(chart, 1)?.footer).toBe('No credits charged on this day');
});

test('the axis of counts includes every value and has two to five grid lines at whole numbers', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (largest) => {
      const { max, ticks } = buildCountAxis(largest);
      expect(max).toBeGreaterThanOrEqual(largest);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.at(-1)).toBe(max);
    }),
  );
});
