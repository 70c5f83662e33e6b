import { computeRate, type Rate } from '#lib/core/metric';
import type { BrandSeries, TimeSeries } from '#lib/dashboard/analytics/segments/time-series';

/** Two counts; null is a day without answers. */
export type SerializedRate = readonly [numerator: number, denominator: number] | null;

/** A time series as it is sent to the browser. */
export interface SerializedTimeSeries extends Omit<TimeSeries, 'series'> {
  series: readonly {
    brand: BrandSeries['brand'];
    points: readonly SerializedRate[];
    previous: readonly SerializedRate[] | null;
  }[];
}

/** Reduces rates to their counts: the digits of shares and intervals would outweigh the rest of a page. */
export function serializeRates(timeSeries: TimeSeries): SerializedTimeSeries {
  const serialize = (rate: Rate | null): SerializedRate => rate && [rate.numerator, rate.denominator];
  return {
    ...timeSeries,
    series: timeSeries.series.map(({ brand, points, previous }) => ({
      brand,
      points: points.map(serialize),
      previous: previous?.map(serialize) ?? null,
    })),
  };
}

/** Computes the shares and their 95% Wilson intervals from the counts, exactly as before. */
export function deserializeRates(timeSeries: SerializedTimeSeries): TimeSeries {
  const deserialize = (counts: SerializedRate) => counts && computeRate(...counts);
  return {
    ...timeSeries,
    series: timeSeries.series.map(({ brand, points, previous }) => ({
      brand,
      points: points.map(deserialize),
      previous: previous?.map(deserialize) ?? null,
    })),
  };
}
