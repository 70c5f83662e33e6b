import type { ShareAxis } from '#lib/charts/axis';

/** A brand, domain or group in a chart. All lists run parallel to `ChartSpec.categories`; null is a gap. */
export interface ChartSeries {
  id: string;
  name: string;
  color: string;
  own: boolean;
  values: readonly (number | null)[];
  /** Confidence intervals. Null for stacked bars. */
  intervals: readonly (readonly [low: number, high: number] | null)[] | null;
  /** Whether the intervals are drawn as a band while no series is raised. */
  hasBand: boolean;
  /** The comparison period, drawn dashed; null when not compared. */
  previous: readonly (number | null)[] | null;
  /** What each value was counted from; null on a gap. */
  counts: readonly (number | null)[];
}

/**
 * Everything a chart draws, as plain data. The static SVG of the server and the interactive chart of the browser
 * both draw from it.
 */
export interface ChartSpec {
  kind: 'lines' | 'stacked bars' | 'position bars';
  /** Describes the chart to assistive technology. */
  label: string;
  /** In pixels, axes included. */
  height: number;
  /** Days (YYYY-MM-DD), or positions such as "1" and "10+". */
  categories: readonly string[];
  /** The days of the comparison period, parallel to `categories`; null when not compared. */
  previousDays: readonly string[] | null;
  axis: ShareAxis;
  /** How many days are labeled in a wide and in a narrow window; null labels every category. */
  labelCount: { wide: number; narrow: number } | null;
  /** Whether labels at the ends of the lines replace the legend: six or fewer lines. */
  hasEndLabels: boolean;
  series: readonly ChartSeries[];
}

/** Pixels around the plot. */
export const plotMargin = { top: 8, bottom: 30, left: 48, right: 22 };

/** Pixels to the right of the plot when lines are labeled at their ends. */
export const endLabelsWidth = 148;

/** Returns the height of the plot, in pixels. */
export function getPlotHeight({ height }: Pick<ChartSpec, 'height'>): number {
  return height - plotMargin.top - plotMargin.bottom;
}

/** Counts the categories with a value in at least one series. */
export function countCategoriesWithData({ categories, series }: ChartSpec): number {
  return categories.filter((_, index) => series.some(({ values }) => (values[index] ?? null) !== null))
    .length;
}

/** Returns the series in drawing order: the project's own brand last, so that it lies on top. */
export function sortForDrawing(series: readonly ChartSeries[]): ChartSeries[] {
  return series.toSorted((a, b) => Number(a.own) - Number(b.own));
}

/** Returns whether a value stands alone between gaps: a line has no length there, so it needs a dot. */
export function isIsolated(values: readonly (number | null)[], index: number): boolean {
  const has = (at: number) => (values[at] ?? null) !== null;
  return has(index) && !has(index - 1) && !has(index + 1);
}
