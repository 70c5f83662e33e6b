import type { Panel, PanelSegment } from '#lib/dashboard/statistics/panel/panel';

/**
 * The keys by which rows of tables are formed, in the order in which they describe a set of segments. A segment can have
 * several values of `tag`, or none.
 */
const readers = {
  prompt: ({ prompt }: PanelSegment) => [prompt],
  topic: ({ topic }: PanelSegment) => [topic ?? ''],
  tag: ({ tags }: PanelSegment) => tags,
  engine: ({ engine }: PanelSegment) => [engine],
  country: ({ country }: PanelSegment) => [country],
  place: ({ place }: PanelSegment) => [place],
  access: ({ access }: PanelSegment) => [access],
  branded: ({ isBranded }: PanelSegment) => [String(isBranded)],
};

export type Dimension = keyof typeof readers;

/** The segments that have the same values of some dimensions, by these values. */
export type Cells = ReadonlyMap<string, readonly number[]>;

/** Forms the cells of dimensions from some segments of a panel. */
export function formCells(
  panel: Panel,
  dimensions: readonly Dimension[],
  segments: readonly number[],
): Cells {
  const cells = new Map<string, number[]>();
  for (const segment of segments) {
    for (const key of listKeys(panel, dimensions, segment)) {
      const cell = cells.get(key);
      if (cell) cell.push(segment);
      else cells.set(key, [segment]);
    }
  }
  return cells;
}

/**
 * Describes a set of segments by single values of dimensions. Of several descriptions, it is that of fewest dimensions, and
 * then the first in the order of dimensions; null if there is none.
 * @param segments in ascending order
 * @param getCells returns the cells of dimensions, formed from all segments that the set is a part of
 */
export function describeSet(
  panel: Panel,
  segments: readonly number[],
  getCells: (dimensions: readonly Dimension[]) => Cells,
): { dimensions: Dimension[]; key: string } | null {
  const candidates = listDimensions().filter(
    (dimension) => findCommonKeys(panel, [dimension], segments).length > 0,
  );
  for (let size = 1; size <= candidates.length; size += 1) {
    for (const dimensions of combine(candidates, size)) {
      const cells = getCells(dimensions);
      const key = findCommonKeys(panel, dimensions, segments).find(
        (candidate) => cells.get(candidate)?.length === segments.length,
      );
      if (key !== undefined) return { dimensions, key };
    }
  }
  return null;
}

function listDimensions(): Dimension[] {
  return Object.keys(readers).filter((name): name is Dimension => name in readers);
}

/** The values of a segment, joined; several if it has several tags. */
function listKeys({ segments }: Panel, dimensions: readonly Dimension[], index: number): string[] {
  const segment = segments[index];
  if (!segment) return [];
  return dimensions.reduce<string[]>(
    (keys, dimension) =>
      keys.flatMap((key) => readers[dimension](segment).map((value) => `${key}${value}\0`)),
    [''],
  );
}

/** The joined values that all segments have in common. */
function findCommonKeys(
  panel: Panel,
  dimensions: readonly Dimension[],
  segments: readonly number[],
): string[] {
  const [first, ...others] = segments;
  if (first === undefined) return [];
  let common = listKeys(panel, dimensions, first);
  for (const segment of others) {
    const own = new Set(listKeys(panel, dimensions, segment));
    common = common.filter((key) => own.has(key));
    if (common.length === 0) break;
  }
  return common.toSorted();
}

/** Combinations of a size, in the order of the items. */
function combine<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    combine(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}
