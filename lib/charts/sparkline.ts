/**
 * A line over a width: SVG path data, gaps kept; a point alone between gaps is a dot of no length.
 * @param largest the value at the top; the largest of the line without it
 */
export function sparkline(
  values: readonly (number | null)[],
  {
    width,
    height,
    largest = Math.max(0, ...values.map((value) => value ?? 0)),
  }: { width: number; height: number; largest?: number },
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let pen = false;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) {
      pen = false;
      continue;
    }
    const x = round(index * step);
    const y = round(largest === 0 ? height : height - (value / largest) * height);
    const alone = !pen && (values[index + 1] ?? null) === null;
    path += `${pen ? 'L' : 'M'}${x} ${y}${alone ? 'h0' : ''}`;
    pen = true;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
