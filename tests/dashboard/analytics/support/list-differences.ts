/** Relative tolerance of numbers: stored noise keeps seven digits. */
const tolerance = 1e-5;

/**
 * Lists the paths at which a value differs from an expected one. Only the properties that are expected are compared; numbers
 * agree within a tolerance.
 * @param width of the interval whose bounds the values are: one that is close to 0 is only as exact as the other
 */
export function listDifferences(found: unknown, expected: unknown, path = '', width = 0): string[] {
  if (expected === undefined) return [];
  if (typeof expected === 'number' && typeof found === 'number') {
    const isClose = Math.abs(found - expected) <= tolerance * Math.max(0.01, Math.abs(expected), width);
    return isClose ? [] : [`${path}: ${found} instead of ${expected}`];
  }
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null)
    return Object.is(found, expected)
      ? []
      : [`${path}: ${String(found)} instead of ${JSON.stringify(expected)}`];
  if (Array.isArray(expected) && (!Array.isArray(found) || found.length !== expected.length))
    return [`${path}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
  const own = new Map(Object.entries(found));
  const bounds = new Map<string, unknown>(Object.entries(expected));
  const [low, high] = [bounds.get('low'), bounds.get('high')];
  const ownWidth = typeof low === 'number' && typeof high === 'number' ? high - low : 0;
  return Object.entries(expected).flatMap(([key, value]) =>
    listDifferences(own.get(key), value, `${path}.${key}`, key === 'low' || key === 'high' ? ownWidth : 0),
  );
}
