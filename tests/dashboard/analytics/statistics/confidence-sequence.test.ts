import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  getBetaBinomialInterval,
  getNormalMixtureRadius,
} from '#lib/dashboard/analytics/statistics/confidence-sequence';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { drawNormal } from '#tests/support/draw-normal';

describe('the beta-binomial confidence sequence', () => {
  // Values of the authors' implementation (Howard, Ramdas, McAuliffe and Sekhon 2021), truncated to six decimals.
  test.each([
    [700, 1_000, 100, 0.651629, 0.745949],
    [15, 50, 50, 0.129556, 0.511896],
    [5, 50, 50, 0.013021, 0.269264],
  ])(
    'returns the published interval for %i of %i, tightest at %i',
    (numerator, denominator, tightAt, low, high) => {
      const interval = getBetaBinomialInterval({ numerator, denominator }, { tightAt });
      expect(Math.abs(interval.low - low)).toBeLessThan(1e-6);
      expect(Math.abs(interval.high - high)).toBeLessThan(1e-6);
    },
  );

  test('contains the observed rate, and ends at 0 or 1 at the extremes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (answers, share) => {
          const numerator = share * answers;
          const { low, high } = getBetaBinomialInterval({ numerator, denominator: answers }, { tightAt: 50 });
          expect(low).toBeLessThanOrEqual(share + 1e-9);
          expect(high).toBeGreaterThanOrEqual(share - 1e-9);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
        },
      ),
    );
    expect(getBetaBinomialInterval({ numerator: 0, denominator: 20 }, { tightAt: 20 }).low).toBe(0);
    expect(getBetaBinomialInterval({ numerator: 20, denominator: 20 }, { tightAt: 20 }).high).toBe(1);
    expect(getBetaBinomialInterval({ numerator: 0, denominator: 0 }, { tightAt: 20 })).toEqual({
      low: 0,
      high: 1,
    });
  });

  test('contains the true rate at each of 25 checks in at least 95% of simulations', () => {
    const random = createRandom(1);
    let missed = 0;
    for (let simulation = 0; simulation < 100; simulation += 1) {
      let numerator = 0;
      let isMissed = false;
      for (let denominator = 1; denominator <= 1_000; denominator += 1) {
        numerator += random() < 0.3 ? 1 : 0;
        if (denominator % 40 > 0 || isMissed) continue;
        const { low, high } = getBetaBinomialInterval({ numerator, denominator }, { tightAt: 100 });
        isMissed = low > 0.3 || high < 0.3;
      }
      missed += isMissed ? 1 : 0;
    }
    expect(missed).toBeLessThanOrEqual(5);
  }, 30_000);
});

describe('the normal-mixture confidence sequence', () => {
  test('contains the true difference from a fixed baseline at each of 365 checks in at least 95% of simulations', () => {
    const random = createRandom(2);
    // Numbers of observations before the change, and of checks after it: one after each new observation.
    const [baseline, checks] = [84, 365];
    let missed = 0;
    for (let simulation = 0; simulation < 1_000; simulation += 1) {
      const before = drawNormal(random) / Math.sqrt(baseline);
      let sum = 0;
      for (let check = 1; check <= checks; check += 1) {
        sum += drawNormal(random);
        const radius = getNormalMixtureRadius(1 / baseline + 1 / check, { tightAt: 1 / baseline + 1 / 14 });
        if (Math.abs(sum / check - before) <= radius) continue;
        missed += 1;
        break;
      }
    }
    expect(missed / 1_000).toBeLessThan(0.05);
    // The interval is not trivially wide.
    expect(missed).toBeGreaterThan(5);
  });

  test('has no width without variance', () => {
    expect(getNormalMixtureRadius(0, { tightAt: 1 })).toBe(0);
  });
});
