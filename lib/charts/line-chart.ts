import { buildShareAxis } from '#lib/charts/axis';
import type { ChartSeries, ChartSpec } from '#lib/charts/chart-spec';
import { getBrandColor } from '#lib/charts/colors';
import type { Rate } from '#lib/core/metric';
import type { BrandSeries, TimeSeries } from '#lib/dashboard/analytics/segments/time-series';

const maxEndLabels = 6;

/**
 * Builds a line chart of daily rates: one line per brand, a band of 95% intervals for the selected brand, and the
 * comparison period dashed. Days without answers stay gaps; the axis holds every value and band.
 */
export function buildLineChart(
  label: string,
  { days, previousDays, series }: TimeSeries,
  selectedBrandId: string,
): ChartSpec {
  const lines = series.map((one) => buildLine(one, one.brand.id === selectedBrandId));
  const largest = Math.max(
    0,
    ...lines.flatMap(({ values, previous, intervals, hasBand }) => [
      ...values.map((value) => value ?? 0),
      ...(previous ?? []).map((value) => value ?? 0),
      ...(hasBand ? (intervals ?? []).map((interval) => interval?.[1] ?? 0) : []),
    ]),
  );
  return {
    kind: 'lines',
    label,
    height: 300,
    categories: days,
    previousDays,
    axis: buildShareAxis(largest),
    labelCount: { wide: 7, narrow: 4 },
    hasEndLabels: series.length <= maxEndLabels,
    series: lines,
  };
}

function buildLine({ brand, points, previous }: BrandSeries, hasBand: boolean): ChartSeries {
  const measured = points.map((rate) => (hasValue(rate) ? rate : null));
  return {
    id: brand.id,
    name: brand.name,
    color: getBrandColor(brand.colorIndex),
    own: brand.role === 'own',
    values: measured.map((rate) => rate?.value ?? null),
    intervals: measured.map((rate) => rate && [rate.low, rate.high]),
    hasBand,
    previous: previous?.some(hasValue) ? previous.map((rate) => rate?.value ?? null) : null,
    counts: measured.map((rate) => rate?.denominator ?? null),
  };
}

function hasValue(rate: Rate | null): rate is Rate & { value: number; low: number; high: number } {
  return rate !== null && rate.value !== null && rate.low !== null && rate.high !== null;
}
