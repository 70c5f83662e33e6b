import { array, assert, constant, nat, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { wilson } from '#lib/core/rate';
import { packRates, unpackRates } from '#lib/format/packed-rates';

it('comes back to the last digit, gaps and counts of nothing with it', () => {
  const rate = oneof(
    constant(null),
    nat(5_000).chain((denominator) => nat(denominator).map((numerator) => wilson(numerator, denominator))),
  );
  assert(
    property(array(rate), oneof(constant(null), array(rate)), (points, previous) => {
      const overTime = {
        days: ['2026-11-01'],
        previousDays: null,
        series: [{ brand: 'own', points, previous }],
      };
      expect(unpackRates(JSON.parse(JSON.stringify(packRates(overTime))))).toEqual(overTime);
    }),
  );
});
