import { type Rate, wilson } from '#lib/core/rate';

/** Two counts; null is a day without answers. */
export type PackedRate = readonly [numerator: number, denominator: number] | null;

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
export interface PackedOverTime<B> {
  days: readonly string[];
  previousDays: readonly string[] | null;
  series: readonly { brand: B; points: readonly PackedRate[]; previous: readonly PackedRate[] | null }[];
}

/** Leaves out what follows from the counts: the digits of shares and intervals outweigh the rest of a page. */
export function packRates<B>({ days, previousDays, series }: RatesOverTime<B>): PackedOverTime<B> {
  const pack = (rate: Rate | null): PackedRate => rate && [rate.numerator, rate.denominator];
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
export function unpackRates<B>({ days, previousDays, series }: PackedOverTime<B>): RatesOverTime<B> {
  const unpack = (packed: PackedRate) => packed && wilson(...packed);
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
