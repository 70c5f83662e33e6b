type Told<T> = { [K in keyof T]?: NonNullable<T[K]> };

/**
 * The fields of an entry that its vendor told. Null, words without a letter or sign, figures that are no numbers,
 * empty lists and objects without fields tell nothing: the result leaves such a field out (providers.md).
 */
export function told<T extends object>(fields: T): Told<T> {
  const kept: Told<T> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value != null && tells(value)) kept[name] = value;
  }
  return kept;
}

function tells(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
}
