import type { ChartSeries } from '#lib/charts/chart-spec';

/** The box a path is drawn in, and the value at its top. */
export interface PathBox {
  width: number;
  height: number;
  max: number;
}

/** Builds a line as SVG path data. Gaps are kept; a point alone between gaps is a dot without length. */
export function buildLinePath(values: readonly (number | null)[], { width, height, max }: PathBox): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let isDrawing = false;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const x = round(index * step);
    const y = round(max === 0 ? height : height - (value / max) * height);
    const isAlone = !isDrawing && (values[index + 1] ?? null) === null;
    path += `${isDrawing ? 'L' : 'M'}${x} ${y}${isAlone ? 'h0' : ''}`;
    isDrawing = true;
  }
  return path;
}

/** Builds a band of intervals as SVG path data: one closed shape for each stretch of days without a gap. */
export function buildBandPath(
  intervals: NonNullable<ChartSeries['intervals']>,
  { width, height, max }: PathBox,
): string {
  const step = intervals.length > 1 ? width / (intervals.length - 1) : 0;
  const point = (index: number, share: number) =>
    `${round(index * step)} ${round(height - (share / max) * height)}`;
  let path = '';
  let stretch: { index: number; low: number; high: number }[] = [];
  for (const [index, interval] of [...intervals, null].entries()) {
    if (interval) {
      stretch.push({ index, low: interval[0], high: interval[1] });
      continue;
    }
    if (stretch.length > 1) {
      const upper = stretch.map(({ index: at, high }) => point(at, high));
      const lower = stretch.toReversed().map(({ index: at, low }) => point(at, low));
      path += `M${[...upper, ...lower].join('L')}Z`;
    }
    stretch = [];
  }
  return path;
}

/**
 * Builds one brand's part of stacked bars as SVG path data.
 * @param below the series stacked under it
 * @param gap space on either side of a bar, as a part of its slot
 */
export function buildStackedBarsPath(
  values: readonly (number | null)[],
  below: readonly Pick<ChartSeries, 'values'>[],
  gap: number,
  { width, height, max }: PathBox,
): string {
  const step = values.length > 0 ? width / values.length : 0;
  const barWidth = round(step * (1 - 2 * gap));
  return values
    .map((value, index) => {
      if (!value) return '';
      const base = below.reduce((sum, series) => sum + (series.values[index] ?? 0), 0);
      const bottom = round(height - (base / max) * height);
      const barHeight = round((value / max) * height);
      return `M${round((index + gap) * step)} ${bottom}h${barWidth}v${-barHeight}h${-barWidth}Z`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
