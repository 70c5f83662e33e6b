import { getInterval, type Interval, type Rate } from '#lib/core/metric';
import {
  formatCompact,
  formatCount,
  formatPercent,
  formatPosition,
  formatSentiment,
  formatTick,
} from '#lib/core/numbers';

/** The values of a brand, a domain or another subject in a chart. All lists run parallel to `ChartSpec.categories`; null is a gap. */
export interface ChartSeries {
  id: string;
  name: string;
  color: string;
  isOwn: boolean;
  values: readonly (number | null)[];
  /** Confidence intervals; null if the chart shows none. */
  intervals: readonly (readonly [low: number, high: number] | null)[] | null;
  /** Whether the intervals are drawn as a band while no series is highlighted. */
  hasBand: boolean;
  /** The comparison period, drawn dashed; null when not compared. */
  previous: readonly (number | null)[] | null;
  /** The denominator of each value; null for a gap. */
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
  axis: ValueAxis;
  /** The unit of the values; without it, they are shares. Sentiment and leads (see `AlertChart`) range from −1 to 1. */
  unit?: 'credits' | 'ranks' | 'sentiment' | 'lead';
  /** In a line chart, what `counts` of a series counts: a noun such as "citation"; "answer" by default. */
  countNoun?: string;
  /** Number of labeled days in a wide and in a narrow window; null labels every category. */
  labelCount: { wide: number; narrow: number } | null;
  /** Whether to label the ends of the lines instead of showing a legend, as charts with up to six lines do. */
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
  return series.toSorted((a, b) => Number(a.isOwn) - Number(b.isOwn));
}

/** Returns whether a value has gaps on both sides, so that it is drawn as a dot instead of a line. */
export function isIsolated(values: readonly (number | null)[], index: number): boolean {
  const hasValue = (dayIndex: number) => (values[dayIndex] ?? null) !== null;
  return hasValue(index) && !hasValue(index - 1) && !hasValue(index + 1);
}

/** An axis from `min` (at most 0; 0 if missing) to `max`, with at most five grid lines including 0. */
export interface ValueAxis {
  min?: number;
  max: number;
  ticks: number[];
}

const shareAxisSteps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
const maxTicks = 5;
/** The lowest possible top of an axis of shares: on a shorter axis, small shares would look large. */
const minAxisEnd = 0.02;

/** Builds an axis of shares from 0 to the first round step at or above the largest share, at least 0.02 and at most 1. */
export function buildShareAxis(largest: number): ValueAxis {
  const top = Math.min(1, Math.max(largest, minAxisEnd));
  const step = shareAxisSteps.find((size) => Math.ceil(round(top / size)) < maxTicks) ?? 0.25;
  const count = Math.ceil(round(top / step));
  return {
    max: round(count * step),
    ticks: Array.from({ length: count + 1 }, (_, index) => round(index * step)),
  };
}

/** Builds an axis of counts from 0 to the first round step at or above the largest count, with at most five grid lines. */
export function buildCountAxis(largest: number): ValueAxis {
  const rough = Math.max(1, largest / (maxTicks - 1));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(round(largest / step)));
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** Builds an axis for values from −1 to 1 that contains 0, the smallest value and the largest. */
export function buildSignedAxis(smallest: number, largest: number): ValueAxis {
  const [bottom, top] = [Math.min(0, smallest), Math.max(0, largest)];
  const getEnds = (step: number) => ({
    from: Math.floor(round(bottom / step)),
    to: Math.ceil(round(top / step)),
  });
  const step =
    [0.05, 0.1, 0.2, 0.25, 0.5].find((size) => getEnds(size).to - getEnds(size).from < maxTicks) ?? 1;
  const { from, to } = getEnds(step);
  return {
    min: round(from * step),
    max: round(Math.max(to, from + 1) * step),
    ticks: Array.from({ length: Math.max(to, from + 1) - from + 1 }, (_, index) =>
      round((from + index) * step),
    ),
  };
}

/** Formats a value on the axis of a chart: "20%" or "1.5K". */
export function formatAxisTick({ unit }: Pick<ChartSpec, 'unit'>, value: number): string {
  if (unit === 'credits') return formatCompact(value);
  return unit === undefined ? formatTick(value) : formatChartValue({ unit }, value);
}

/** Formats a value of a chart: "38%", "1,204", "2.4" or "+12". */
export function formatChartValue({ unit }: Pick<ChartSpec, 'unit'>, value: number): string {
  switch (unit) {
    case 'credits':
      return formatCount(value);
    case 'ranks':
      return formatPosition(value);
    case 'sentiment':
    case 'lead':
      return formatSentiment(value * 100);
    case undefined:
      return formatPercent(value);
  }
}

/** Picks the days to label: evenly spaced, always including the last. */
export function pickDayTicks(days: readonly string[], maxCount = 6): string[] {
  if (days.length <= maxCount) return [...days];
  const step = roundDayStep(Math.ceil((days.length - 1) / (maxCount - 1)));
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}

/** Rounds up to whole weeks beyond four days, so that labels fall on the same weekday. */
function roundDayStep(minimum: number): number {
  return minimum <= 4 ? minimum : Math.ceil(minimum / 7) * 7;
}

function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

/** Returns the CSS color of a brand: 0 is the project's own brand, 1 to 8 are competitors. */
export function getBrandColor(colorIndex: number): string {
  return `var(--brand-${Number.isInteger(colorIndex) && colorIndex >= 0 && colorIndex <= 8 ? colorIndex : 8})`;
}

/** A range of shares, shown by the strength of the color. */
export interface ShareStep {
  /** From 0 to 1; a value on the boundary belongs to the next step. */
  from: number;
  to: number;
  /** The proportion of the accent color, from 0 to 1. */
  strength: number;
  /** "20% to 40%". */
  label: string;
}

/**
 * The strengths of the colors on a scale of two, three or four steps. The weakest is still visible, and text is readable
 * on each. Text is unreadable on strengths between 0.5 and 0.64 in the dark theme, and between 0.74 and 0.84 in the
 * light theme.
 */
const strengths: Readonly<Record<number, readonly number[]>> = {
  2: [0.14, 1],
  3: [0.14, 0.5, 1],
  4: [0.14, 0.38, 0.64, 1],
};

/** Builds at most four even steps from 0 to the top of an axis for the largest value, or the single step "0%". */
export function buildShareSteps(largest: number): ShareStep[] {
  if (largest === 0) return [{ from: 0, to: 0, strength: strengths[4]?.[0] ?? 1, label: formatTick(0) }];
  const { ticks } = buildShareAxis(largest);
  return ticks.slice(0, -1).map((from, index) => {
    const to = ticks[index + 1] ?? 1;
    return {
      from,
      to,
      strength: strengths[ticks.length - 1]?.[index] ?? 1,
      label: `${formatTick(from)} to ${formatTick(to)}`,
    };
  });
}

/** Finds the step of a value; null for null. */
export function findShareStep(steps: readonly ShareStep[], value: number | null): ShareStep | null {
  if (value === null) return null;
  return steps.findLast(({ from }) => value >= from) ?? null;
}

/** Returns the CSS color of a step. */
export function getShareStepColor({ strength }: Pick<ShareStep, 'strength'>): string {
  return `color-mix(in oklab, var(--accent) ${Math.round(strength * 100)}%, var(--surface))`;
}

/** Returns the CSS color of text on the color of a step. */
export function getShareStepTextColor({ strength }: Pick<ShareStep, 'strength'>): string {
  const getToken = (isInverted: boolean) => (isInverted ? 'var(--on-accent)' : 'var(--ink)');
  return `light-dark(${getToken(strength > 0.64)}, ${getToken(strength > 0.5)})`;
}

/** Builds an axis for bars on which every share and interval fits. */
export function buildIntervalAxis(
  rates: readonly (Rate & { clusteredInterval?: Interval | null })[],
): ValueAxis {
  return buildShareAxis(Math.max(0, ...rates.map((rate) => getInterval(rate)?.high ?? rate.value ?? 0)));
}
