import { formatTick } from '#lib/format/formats';

/** What every time chart shares. */
const axisText = { fontSize: 12, fill: 'var(--muted)' };
const axisLine = { stroke: 'var(--control)', strokeWidth: 1 };
export const valueAxisWidth = 48;
export const dayAxisHeight = 30;

/** The axis of days or places, at the foot. */
export const footAxis = {
  interval: 0,
  tick: axisText,
  tickLine: false,
  axisLine,
  tickMargin: 8,
  height: dayAxisHeight,
} as const;

/** The axis of shares. */
export const shareAxis = {
  width: valueAxisWidth,
  tickFormatter: formatTick,
  tick: axisText,
  tickLine: false,
  axisLine: false,
} as const;

const longestName = 14;

/** A name as it stands beside the end of its line. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

/** The row a tooltip stands on, by its day: Recharts hands rows back untyped. */
export function hoveredDay(payload: readonly { payload?: unknown }[] | undefined): string | null {
  const row = payload?.[0]?.payload;
  if (typeof row !== 'object' || row === null || !('day' in row)) return null;
  return typeof row.day === 'string' ? row.day : null;
}
