import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildBandPath, buildLinePath, buildStackedBarsPath } from '#lib/charts/plot-layout';

const box = { width: 400, height: 100, max: 1 };

test('draws a line to the scale of its axis, with gaps and dots for isolated days', () => {
  expect(buildLinePath([0.5, 1, null, 0], box)).toBe('M0 50L133.3 0M400 100h0');
  const size = { width: 80, height: 20, max: 1 };
  expect(buildLinePath([0, 0.5, null, 1, null], size)).toBe('M0 20L20 10M60 0h0');
  expect(buildLinePath([null, null], size)).toBe('');
  expect(buildLinePath([0, 0], { ...size, max: 0 })).toBe('M0 20L80 20');
});

test('keeps every point of a line inside its box', () => {
  const valueLists = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 60 });
  fc.assert(
    fc.property(valueLists, (values) => {
      const path = buildLinePath(values, { width: 80, height: 20, max: 1 });
      const points = [...path.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)];
      expect(points).toHaveLength(values.filter((value) => value !== null).length);
      for (const [, x, y] of points) {
        expect(Number(x) >= 0 && Number(x) <= 80 && Number(y) >= 0 && Number(y) <= 20).toBe(true);
      }
    }),
  );
});

test('closes a band around each stretch of days, and draws none around a single day', () => {
  const interval = (value: number) => [value - 0.1, value + 0.1] as const;
  const intervals = [interval(0.5), interval(0.6), null, interval(0.4), null];
  expect(buildBandPath(intervals, box)).toBe('M0 40L100 30L100 50L0 60Z');
});

test('stacks the shares of each day and draws no bar on days without shares', () => {
  const [own, other] = [{ values: [0.25, null] }, { values: [0.75, null] }];
  expect(buildStackedBarsPath(own.values, [], 0.1, box)).toBe('M20 100h160v-25h-160Z');
  expect(buildStackedBarsPath(other.values, [own], 0.1, box)).toBe('M20 75h160v-75h-160Z');
});

test('keeps every bar inside its box and on top of the one below', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { minLength: 2, maxLength: 9 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0);
      fc.pre(total > 0);
      const series = counts.map((count) => ({ values: [count / total] }));
      const drawn = series.flatMap(({ values }, index) => {
        const path = buildStackedBarsPath(values, series.slice(0, index), 0, box);
        const [, bottom = '', height = ''] = /^M0 ([\d.]+)h400v-?([\d.]+)h-400Z$/.exec(path) ?? [];
        return path === '' ? [] : [{ bottom: Number(bottom), top: Number(bottom) - Number(height) }];
      });
      expect(drawn[0]?.bottom).toBe(100);
      expect(drawn.at(-1)?.top).toBeCloseTo(0, 0);
      for (const [index, bar] of drawn.entries()) {
        if (index > 0) expect(bar.bottom).toBeCloseTo(drawn[index - 1]?.top ?? Number.NaN, 0);
      }
    }),
  );
});
