import { computeRate, type Rate } from '#lib/core/metric';

/** Two counts; null is a day without answers. */
export type SerializedRate = readonly [numerator: number, denominator: number] | null;

/** Daily rates of brands, as `B` names them. */
interface RatesOverTime<B> {
  days: readonly string[];
  previousDays: readonly string[] | null;
  series: readonly {
    brand: B;
    points: readonly (Rate | null)[];
    previous: readonly (Rate | null)[] | null;
  }[];
}

/** The same on its way to the browser. */
export interface SerializedTimeSeries<B> {
  days: readonly string[];
  previousDays: readonly string[] | null;
  series: readonly {
    brand: B;
    points: readonly SerializedRate[];
    previous: readonly SerializedRate[] | null;
  }[];
}

/** Leaves out what follows from the counts: the digits of shares and intervals outweigh the rest of a page. */
export function serializeRates<B>({ days, previousDays, series }: RatesOverTime<B>): SerializedTimeSeries<B> {
  const pack = (rate: Rate | null): SerializedRate => rate && [rate.numerator, rate.denominator];
  return {
    days,
    previousDays,
    series: series.map(({ brand, points, previous }) => ({
      brand,
      points: points.map(pack),
      previous: previous?.map(pack) ?? null,
    })),
  };
}

/** Works the shares and their 95% Wilson intervals out again, to the last digit. */
export function deserializeRates<B>({
  days,
  previousDays,
  series,
}: SerializedTimeSeries<B>): RatesOverTime<B> {
  const unpack = (packed: SerializedRate) => packed && computeRate(...packed);
  return {
    days,
    previousDays,
    series: series.map(({ brand, points, previous }) => ({
      brand,
      points: points.map(unpack),
      previous: previous?.map(unpack) ?? null,
    })),
  };
}
