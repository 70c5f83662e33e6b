import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildShareAxis, buildShareSteps, pickDayTicks } from '#lib/charts/chart-spec';

test('builds an axis from 0 that includes the largest share and has at most five lines', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (largest) => {
      const { max, ticks } = buildShareAxis(largest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBe(max);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(max).toBeGreaterThanOrEqual(largest - 1e-9);
      expect(max).toBeLessThanOrEqual(1);
    }),
  );
  expect(buildShareAxis(0.38).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(buildShareAxis(1).ticks).toEqual([0, 0.25, 0.5, 0.75, 1]);
  // A share of 0.4% is visibly more than 0.
  expect(buildShareAxis(0.004).ticks).toEqual([0, 0.005, 0.01, 0.015, 0.02]);
  expect(buildShareSteps(0.004).map(({ label }) => label)).toEqual([
    '0% to 0.5%',
    '0.5% to 1%',
    '1% to 1.5%',
    '1.5% to 2%',
  ]);
  expect(buildShareSteps(0).map(({ label }) => label)).toEqual(['0%']);
});

test('labels days at even intervals, always including the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 }), (count) => {
      const days = Array.from({ length: count }, (_, index) => String(index));
      const ticks = pickDayTicks(days).map(Number);
      expect(ticks.at(-1)).toBe(count - 1);
      expect(ticks.length).toBeLessThanOrEqual(6);
      const gaps = new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0)));
      expect(gaps.size).toBeLessThanOrEqual(1);
    }),
  );
});
