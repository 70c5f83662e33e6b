/** Where a text's list items lie: lines that begin with a bullet or a number. */
const listItem = /^[ \t]*(?:[-*+•◦▪‣–·]|\(?\d{1,3}[.)])[ \t]+\S.*$/gmu;

/** A brand and where it is mentioned: start, end, start, end, … in UTF-16 units, ascending. */
export interface Placed {
  brandId: string;
  spans: number[];
}

/**
 * Ranks brands by first mention (metrics.md, "Position"): those a list mentions come first, in the list's order; then
 * the others by offset. Equal places share a rank: 1, 2, 2, 4.
 */
export function rankBrands<T extends Placed>(text: string, placed: readonly T[]): (T & { rank: number })[] {
  const items = Array.from(text.matchAll(listItem), (item) => ({
    start: item.index,
    end: item.index + item[0].length,
  }));
  const keyed = placed.map((brand) => {
    const starts = brand.spans.filter((_, index) => index % 2 === 0);
    const listed = starts.find((start) => items.some((item) => item.start <= start && start < item.end));
    // Any place in a list goes before every place outside one.
    return { brand, key: listed ?? text.length + (starts[0] ?? 0) };
  });
  return keyed
    .map(({ brand, key }) => ({ ...brand, rank: 1 + keyed.filter((other) => other.key < key).length }))
    .sort((a, b) => a.rank - b.rank);
}
