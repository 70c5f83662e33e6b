import { array, assert, constant, nat, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { deserializeRates, serializeRates } from '#lib/charts/series-charts';
import { computeRate, type Rate } from '#lib/core/metric';

const roundEnd = (end: number | null) => end && Math.round(end * 1_000) / 1_000;
const roundInterval = (rate: Rate): Rate => ({
  ...rate,
  low: roundEnd(rate.low),
  high: roundEnd(rate.high),
});

it('restores rates, including gaps and zero denominators, with intervals in tenths of a percent', () => {
  const rate = oneof(
    constant(null),
    nat(5_000).chain((denominator) =>
      nat(denominator).map((numerator) => roundInterval(computeRate(numerator, denominator))),
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
