import { buildShareAxis } from '#lib/charts/axis';
import type { ChartSpec } from '#lib/charts/chart-spec';
import { getBrandColor } from '#lib/charts/colors';
import { computeRate } from '#lib/core/metric';
import type { PositionDistribution } from '#lib/dashboard/analytics/competitors/competitors';

/**
 * Builds a chart of how often brands take each position: a column per position, a bar per brand, each the share of
 * the answers that mention that brand.
 * @param brandCount how many brands are tracked; no position is greater
 */
export function buildPositionChart(
  label: string,
  distributions: readonly PositionDistribution[],
  brandCount: number,
): ChartSpec {
  const last = Math.max(0, ...distributions.map(({ answersByPosition }) => answersByPosition.length));
  const indexes = Array.from({ length: Math.min(brandCount, last) }, (_, index) => index);
  const series = distributions.map(({ brand, mentioned, answersByPosition }) => {
    const rates = indexes.map((index) => computeRate(answersByPosition[index] ?? 0, mentioned));
    return {
      id: brand.id,
      name: brand.name,
      color: getBrandColor(brand.colorIndex),
      own: brand.role === 'own',
      values: rates.map(({ value }) => value),
      intervals: rates.map(({ low, high }) =>
        low === null || high === null ? null : ([low, high] as const),
      ),
      hasBand: false,
      previous: null,
      counts: rates.map(({ denominator }) => denominator),
    };
  });
  return {
    kind: 'position bars',
    label,
    height: 264,
    categories: indexes.map((index) => (index + 1 === last ? `${last}+` : String(index + 1))),
    previousDays: null,
    axis: buildShareAxis(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))),
    labelCount: null,
    hasEndLabels: false,
    series,
  };
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Formats a category of a position chart: "1" as "1st", "10+" as "10th or later". */
export function formatPositionCategory(category: string): string {
  const position = Number.parseInt(category, 10);
  const ordinal = `${position}${suffixes[ordinals.select(position)] ?? 'th'}`;
  return category.endsWith('+') ? `${ordinal} or later` : ordinal;
}
