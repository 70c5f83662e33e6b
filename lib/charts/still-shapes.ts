import type { LineRow } from '#lib/charts/line-series';
import type { StackedRow } from '#lib/charts/stacked-shares';

/** The size of what a path is drawn in, and the value at its top. */
interface Box {
  width: number;
  height: number;
  largest: number;
}

/** The band of a brand's intervals as SVG path data: a closed shape for each stretch of days without a gap. */
export function bandShape(
  rows: readonly LineRow[],
  brandId: string,
  { width, height, largest }: Box,
): string {
  const step = rows.length > 1 ? width / (rows.length - 1) : 0;
  const at = (index: number, share: number) =>
    `${round(index * step)} ${round(height - (share / largest) * height)}`;
  let path = '';
  let stretch: { index: number; low: number; high: number }[] = [];
  const close = () => {
    if (stretch.length > 1) {
      const above = stretch.map(({ index, high }) => at(index, high));
      const below = stretch.toReversed().map(({ index, low }) => at(index, low));
      path += `M${[...above, ...below].join('L')}Z`;
    }
    stretch = [];
  };
  for (const [index, row] of rows.entries()) {
    const point = row.points[brandId];
    if (point) stretch.push({ index, low: point.low, high: point.high });
    else close();
  }
  close();
  return path;
}

/** One brand's part of each day's bar as SVG path data, on what the brands before it in `order` take. */
export function barShapes(
  rows: readonly StackedRow[],
  { order, brandId, gap }: { order: readonly string[]; brandId: string; gap: number },
  { width, height, largest }: Box,
): string {
  const step = rows.length > 0 ? width / rows.length : 0;
  const under = order.slice(0, order.indexOf(brandId));
  return rows
    .map(({ shares }, index) => {
      const share = shares[brandId] ?? 0;
      if (share === 0) return '';
      const start = under.reduce((sum, id) => sum + (shares[id] ?? 0), 0);
      const bottom = round(height - (start / largest) * height);
      const tall = round((share / largest) * height);
      const wide = round(step * (1 - 2 * gap));
      return `M${round((index + gap) * step)} ${bottom}h${wide}v${-tall}h${-wide}Z`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
