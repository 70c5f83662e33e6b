import type { ChartSpec } from '#lib/charts/chart-spec';
import { getBrandColor } from '#lib/charts/colors';
import type { Rate } from '#lib/core/metric';
import type { TimeSeries } from '#lib/dashboard/analytics/segments/time-series';
import { formatPercent } from '#lib/format/numbers';

/**
 * Builds a chart of daily shares that add up to 1, stacked from the bottom: the project's own brand on the axis,
 * where its share is easiest to read, then by color index.
 */
export function buildStackedChart(
  label: string,
  { days, series }: Pick<TimeSeries, 'days' | 'series'>,
): ChartSpec {
  return {
    kind: 'stacked bars',
    label,
    height: 264,
    categories: days,
    previousDays: null,
    axis: { max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] },
    labelCount: { wide: 5, narrow: 4 },
    hasEndLabels: false,
    series: series
      .toSorted((a, b) => a.brand.colorIndex - b.brand.colorIndex)
      .map(({ brand, points }) => ({
        id: brand.id,
        name: brand.name,
        color: getBrandColor(brand.colorIndex),
        own: brand.role === 'own',
        values: points.map((rate) => rate?.value ?? null),
        intervals: null,
        hasBand: false,
        previous: null,
        counts: points.map((rate) => rate?.denominator ?? null),
      })),
  };
}

/** Formats each brand's share over the whole period, by brand ID. */
export function formatShareTotals(
  standings: readonly { brand: { id: string }; shareOfVoice: Pick<Rate, 'value'> }[],
): Record<string, string> {
  return Object.fromEntries(
    standings.map(({ brand, shareOfVoice }) => [brand.id, formatPercent(shareOfVoice.value)]),
  );
}
