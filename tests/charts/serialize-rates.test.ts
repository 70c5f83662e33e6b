import { array, assert, constant, nat, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { deserializeRates, serializeRates, trimEmptyStart } from '#lib/charts/series-charts';
import { computeRate, type Rate } from '#lib/core/metric';

const roundEnd = (end: number | null) => end && Math.round(end * 1_000) / 1_000;
const roundInterval = (rate: Rate): Rate => ({
  ...rate,
  low: roundEnd(rate.low),
  high: roundEnd(rate.high),
});

it('restores rates, including gaps and zero denominators, with intervals rounded to tenths of a percent', () => {
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

it('begins with the first data if the project is new, and keeps later gaps', () => {
  const brand = { id: 'own', name: 'Own', role: 'own' as const, colorIndex: 0 };
  const rate = computeRate(1, 2);
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
  const build = (points: (Rate | null)[], previous: (Rate | null)[] | null = null) => ({
    days,
    previousDays: previous && ['2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31'],
    series: [{ brand, points, previous }],
  });
  expect(trimEmptyStart(build([null, null, null, rate]), '2026-11-04')).toEqual({
    days: ['2026-11-04'],
    previousDays: null,
    series: [{ brand, points: [rate], previous: null }],
  });
  expect(trimEmptyStart(build([null, null, rate, null]), '2026-11-02').days).toEqual(days.slice(2));
  // A gap at the start of a period stays if the project existed before.
  expect(trimEmptyStart(build([null, null, null, rate]), '2026-11-01').days).toEqual(days);
  // Data from before the project was created also counts: here that of a backfill, then that of the comparison period.
  expect(trimEmptyStart(build([null, rate, null, rate]), '2026-11-04').days).toEqual(days.slice(1));
  const compared = trimEmptyStart(build([null, null, null, rate], [null, null, rate, null]), '2026-11-04');
  expect(compared).toMatchObject({ days: days.slice(2), previousDays: ['2026-10-30', '2026-10-31'] });
  expect(trimEmptyStart(build([null, null, null, null]), '2026-12-01').days).toEqual(days);
});
