/** The first of a list, and what of it is not shown. */
export interface Top<T> {
  shown: T[];
  /** How many there are in all. */
  total: number;
  /** What is left out, summed; null when nothing is. */
  rest: { items: number; value: number } | null;
}

/** The `most` largest of a list by value, largest first; equal ones keep their order. */
export function topOf<T>(items: readonly T[], most: number, amountOf: (item: T) => number): Top<T> {
  const sorted = [...items].sort((a, b) => amountOf(b) - amountOf(a));
  const left = sorted.slice(most);
  return {
    shown: sorted.slice(0, most),
    total: items.length,
    rest:
      left.length === 0
        ? null
        : { items: left.length, value: left.reduce((sum, item) => sum + amountOf(item), 0) },
  };
}
