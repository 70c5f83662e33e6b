/** What every time chart shares. */
export const axisText = { fontSize: 12, fill: 'var(--muted)' };
export const axisLine = { stroke: 'var(--control)', strokeWidth: 1 };
export const valueAxisWidth = 48;
export const dayAxisHeight = 30;
/** Letters of a name beside the end of its line. */
export const longestName = 14;

/** The row a tooltip stands on, by its day: Recharts hands rows back untyped. */
export function hoveredDay(payload: readonly { payload?: unknown }[] | undefined): string | null {
  const row = payload?.[0]?.payload;
  if (typeof row !== 'object' || row === null || !('day' in row)) return null;
  return typeof row.day === 'string' ? row.day : null;
}
