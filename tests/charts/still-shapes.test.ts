import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineChart } from '#lib/charts/line-series';
import { sparkline } from '#lib/charts/sparkline';
import { stackedShares } from '#lib/charts/stacked-shares';
import { bandShape, barShapes } from '#lib/charts/still-shapes';

const brand = { id: 'own', name: 'Tarnhoof', role: 'own', hue: 0 } as const;
const rival = { id: 'rival', name: 'Grumblefell', role: 'competitor', hue: 1 } as const;
const rate = (value: number) => ({
  value,
  low: value - 0.1,
  high: value + 0.1,
  numerator: value * 20,
  denominator: 20,
});
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
const box = { width: 400, height: 100, largest: 1 };

it('draws a line to the scale of its axis, gaps kept', () => {
  expect(sparkline([0.5, 1, null, 0], box)).toBe('M0 50L133.3 0M400 100h0');
});

it('closes a band around each stretch of days, and draws none around a day alone', () => {
  const points = [rate(0.5), rate(0.6), null, rate(0.4), null];
  const { rows } = lineChart(days, null, [{ brand, points, previous: null }], brand.id);
  expect(bandShape(rows, 'own', box)).toBe('M0 40L100 30L100 50L0 60Z');
});

it('stacks each day’s shares from the axis up, the brands without a share left out', () => {
  const { rows } = stackedShares(days.slice(0, 2), [
    { brand, points: [rate(0.25), null], previous: null },
    { brand: rival, points: [rate(0.75), null], previous: null },
  ]);
  const bars = (brandId: string) => barShapes(rows, { order: ['own', 'rival'], brandId, gap: 0.1 }, box);
  expect(bars('own')).toBe('M20 100h160v-25h-160Z');
  expect(bars('rival')).toBe('M20 75h160v-75h-160Z');
});

it('keeps every bar inside its box and on the one below', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { minLength: 2, maxLength: 9 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0);
      fc.pre(total > 0);
      const order = counts.map((_, index) => `brand-${index}`);
      const shares = Object.fromEntries(counts.map((count, index) => [`brand-${index}`, count / total]));
      const drawn = order.flatMap((brandId) => {
        const path = barShapes([{ day: '2026-11-01', shares, total }], { order, brandId, gap: 0 }, box);
        const [, bottom = '', tall = ''] = /^M0 ([\d.]+)h400v-?([\d.]+)h-400Z$/.exec(path) ?? [];
        return path === '' ? [] : [{ bottom: Number(bottom), top: Number(bottom) - Number(tall) }];
      });
      expect(drawn[0]?.bottom).toBe(100);
      expect(drawn.at(-1)?.top).toBeCloseTo(0, 0);
      for (const [index, bar] of drawn.entries()) {
        if (index > 0) expect(bar.bottom).toBeCloseTo(drawn[index - 1]?.top ?? Number.NaN, 0);
      }
    }),
  );
});
