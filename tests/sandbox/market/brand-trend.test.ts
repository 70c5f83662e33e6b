import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categories } from '#lib/sandbox/data/market-data';
import { computeStrength, listRecentEvents } from '#lib/sandbox/market/brand-trend';

const brands = categories.flatMap((category) => category.brands);
const toDay = (date: string) => Date.parse(date) / 86_400_000;
const anyDay = fc.double({ min: toDay('1990-01-01'), max: toDay('2090-01-01'), noNaN: true });

describe('brand trend', () => {
  test('is bounded and smooth on any date', () => {
    fc.assert(
      fc.property(fc.constantFrom(...brands), anyDay, (brand, day) => {
        const now = computeStrength(brand, day);
        expect(now).toBeGreaterThanOrEqual(0.1);
        expect(now).toBeLessThan(1.6);
        expect(Math.abs(computeStrength(brand, day + 1 / 24) - now)).toBeLessThan(0.01);
        expect(computeStrength(brand, day)).toBe(now);
      }),
      { numRuns: 500 },
    );
  });

  test('lists only past events, newest first', () => {
    fc.assert(
      fc.property(fc.constantFrom(...brands), anyDay, (brand, day) => {
        const days = listRecentEvents(brand, Math.floor(day)).map((event) => event.day);
        expect(days.every((past) => past <= day)).toBe(true);
        expect([...days].sort((a, b) => b - a)).toEqual(days);
      }),
      { numRuns: 300 },
    );
  });

  test.each(['2019-06-01', '2026-11-21', '2041-02-03'])(
    'changes for more than a quarter of the brands within the eight weeks before %s',
    (date) => {
      const changes = brands.map((brand) => {
        const weeks = Array.from({ length: 9 }, (_, week) => computeStrength(brand, toDay(date) - 7 * week));
        return Math.max(...weeks) - Math.min(...weeks);
      });
      expect(changes.filter((change) => change > 0.1).length).toBeGreaterThan(brands.length / 4);
    },
  );
});
