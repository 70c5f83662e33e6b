import { array, assert, constant, nat, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { deserializeRates, serializeRates } from '#lib/charts/series-charts';
import { computeRate } from '#lib/core/metric';

it('restores rates exactly, including gaps and zero denominators', () => {
  const rate = oneof(
    constant(null),
    nat(5_000).chain((denominator) =>
      nat(denominator).map((numerator) => computeRate(numerator, denominator)),
    ),
  );
  assert(
    property(array(rate), oneof(constant(null), array(rate)), (points, previous) => {
      const timeSeries = {
        days: ['2026-11-01'],
        previousDays: null,
        series: [
          { brand: { id: 'own', name: 'Own', role: 'own' as const, colorIndex: 0 }, points, previous },
        ],
      };
      expect(deserializeRates(JSON.parse(JSON.stringify(serializeRates(timeSeries))))).toEqual(timeSeries);
    }),
  );
});
