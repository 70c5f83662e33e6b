import { brandColour } from '#lib/charts/brand-colour';
import type { LineInput } from '#lib/charts/line-series';
import type { Rate } from '#lib/core/rate';
import { formatPercent } from '#lib/format/formats';

/** A day's shares, by brand id; all null on a day without mentions. */
export interface StackedRow {
  day: string;
  shares: Record<string, number | null>;
  /** What the shares are of: mentions counted by answers. */
  total: number | null;
}

export interface StackedSeries {
  id: string;
  name: string;
  colour: string;
  own: boolean;
}

export interface StackedChart {
  rows: StackedRow[];
  /** From the bottom up: the own brand on the axis, where its share is easiest to read, then by hue. */
  series: StackedSeries[];
}

/** Shares that add up to 1 each day, to be stacked. */
export function stackedShares(days: readonly string[], inputs: readonly LineInput[]): StackedChart {
  const ordered = [...inputs].sort((a, b) => a.brand.hue - b.brand.hue);
  return {
    rows: days.map((day, index) => {
      const points = ordered.map(({ brand, points }) => ({ id: brand.id, point: points[index] ?? null }));
      return {
        day,
        shares: Object.fromEntries(points.map(({ id, point }) => [id, point?.value ?? null])),
        total: points.find(({ point }) => point !== null)?.point?.denominator ?? null,
      };
    }),
    series: ordered.map(({ brand }) => ({
      id: brand.id,
      name: brand.name,
      colour: brandColour(brand.hue),
      own: brand.role === 'own',
    })),
  };
}

/** What each brand's share over the whole period comes to, in words, by its id. */
export function shareTotals(
  standings: readonly { brand: { id: string }; shareOfVoice: Pick<Rate, 'value'> }[],
): Record<string, string> {
  return Object.fromEntries(
    standings.map(({ brand, shareOfVoice }) => [brand.id, formatPercent(shareOfVoice.value)]),
  );
}
