import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayTicks, shareAxis } from '#lib/charts/axis';
import { placeLabels } from '#lib/charts/end-labels';
import { lineChart } from '#lib/charts/line-series';
import { stackedShares } from '#lib/charts/stacked-shares';
import { topOf } from '#lib/charts/top';
import { wilson } from '#lib/core/rate';

const own = { id: 'a', name: 'Own', role: 'own' as const, hue: 0 };
const rival = { id: 'b', name: 'Rival', role: 'competitor' as const, hue: 3 };
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];

test('a day without answers stays a gap in line, band and comparison', () => {
  const chart = lineChart(
    days,
    ['2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31'],
    [
      {
        brand: own,
        points: [wilson(3, 10), null, wilson(5, 10), null],
        previous: [null, wilson(1, 10), null, null],
      },
      { brand: rival, points: [null, null, null, null], previous: null },
    ],
    'a',
  );
  expect(chart.rows.map(({ values }) => values.a)).toEqual([0.3, null, 0.5, null]);
  expect(chart.rows.map(({ bands }) => bands.a === null)).toEqual([false, true, false, true]);
  expect(chart.rows.map(({ previous }) => previous.a)).toEqual([null, 0.1, null, null]);
  expect(chart.rows[0]?.previousDay).toBe('2026-10-28');
  expect(chart.rows[0]?.points.a).toMatchObject({ numerator: 3, denominator: 10 });
  expect(chart.daysWithData).toBe(2);
  const [first, second] = chart.series;
  expect(first).toMatchObject({
    colour: 'var(--brand-0)',
    band: true,
    compared: true,
    last: { index: 2, day: '2026-11-03', value: 0.5 },
    lonely: [0, 2],
  });
  expect(second).toMatchObject({
    colour: 'var(--brand-3)',
    band: false,
    compared: false,
    last: null,
    lonely: [],
  });
});

test('the band is that of the brand looked at, and the axis holds it', () => {
  const inputs = [
    { brand: own, points: [wilson(3, 10)], previous: null },
    { brand: rival, points: [wilson(5, 10)], previous: [wilson(2, 10)] },
  ];
  const chart = lineChart(days.slice(0, 1), ['2026-10-28'], inputs, 'b');
  expect(chart.series.map(({ id, band, compared }) => [id, band, compared])).toEqual([
    ['a', false, false],
    ['b', true, true],
  ]);
  expect(Object.keys(chart.rows[0]?.bands ?? {})).toEqual(['b']);
  expect(chart.axis.max).toBeGreaterThanOrEqual(wilson(5, 10).high ?? 1);
});

test('an axis of shares starts at 0, holds the largest value, has at most five lines and ends at 1 at most', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (largest) => {
      const { max, ticks } = shareAxis(largest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBe(max);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(max).toBeGreaterThanOrEqual(largest - 1e-9);
      expect(max).toBeLessThanOrEqual(1);
    }),
  );
  expect(shareAxis(0.38).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(shareAxis(1).ticks).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test('days are labelled evenly and the last always', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 }), (count) => {
      const all = Array.from({ length: count }, (_, index) => String(index));
      const ticks = dayTicks(all).map(Number);
      expect(ticks.at(-1)).toBe(count - 1);
      expect(ticks.length).toBeLessThanOrEqual(6);
      const gaps = new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0)));
      expect(gaps.size).toBeLessThanOrEqual(1);
    }),
  );
});

test('labels never overlap, never leave the chart, keep their order, and stay where they are if they can', () => {
  const wish = fc.record({ id: fc.uuid(), y: fc.double({ min: -20, max: 220, noNaN: true }) });
  const labels = fc.uniqueArray(wish, { maxLength: 9, selector: ({ id }) => id });
  fc.assert(
    fc.property(labels, (wishes) => {
      const placed = placeLabels(wishes, { top: 0, bottom: 200, gap: 16 });
      const order = wishes.toSorted((a, b) => a.y - b.y || a.id.localeCompare(b.id));
      const heights = order.map(({ id }) => placed.get(id) ?? Number.NaN);
      for (const [index, height] of heights.entries()) {
        expect(height).toBeGreaterThanOrEqual(-1e-6);
        expect(height).toBeLessThanOrEqual(200 + 1e-6);
        if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(16 - 1e-6);
      }
    }),
  );
  const apart = [
    { id: 'x', y: 20 },
    { id: 'y', y: 80 },
  ];
  expect([...placeLabels(apart, { top: 0, bottom: 200, gap: 16 })]).toEqual([
    ['x', 20],
    ['y', 80],
  ]);
  const close = apart.map(({ id }) => ({ id, y: 50 }));
  expect([...placeLabels(close, { top: 0, bottom: 200, gap: 16 }).values()]).toEqual([42, 58]);
});

test('stacked shares stand own brand first, add up, and leave a day without mentions open', () => {
  const chart = stackedShares(days, [
    { brand: rival, points: [wilson(3, 4), null, wilson(1, 2), wilson(0, 1)], previous: null },
    { brand: own, points: [wilson(1, 4), null, wilson(1, 2), wilson(1, 1)], previous: null },
  ]);
  expect(chart.series.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(chart.rows.map(({ shares }) => shares)).toEqual([
    { a: 0.25, b: 0.75 },
    { a: null, b: null },
    { a: 0.5, b: 0.5 },
    { a: 1, b: 0 },
  ]);
  expect(chart.rows.map(({ total }) => total)).toEqual([4, null, 2, 1]);
});

test('a cut list says how many there are and what the rest comes to', () => {
  expect(topOf([3, 9, 1, 7], 2, (value) => value)).toEqual({
    shown: [9, 7],
    total: 4,
    rest: { items: 2, value: 4 },
  });
  expect(topOf([3], 2, (value) => value)).toEqual({ shown: [3], total: 1, rest: null });
});
