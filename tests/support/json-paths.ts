/** Returns the path of a value and of every value in it, outer ones first. */
export function listPaths(value: unknown, path: string[] = []): string[][] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([key, item]) => listPaths(item, [...path, key]))];
}

/** Returns a copy in which the value at a path is replaced; unchanged if the path does not exist. */
export function replaceAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, replacement) : item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === key ? replaceAt(item, rest, replacement) : item,
    ]),
  );
}
