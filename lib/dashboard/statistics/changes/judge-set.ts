import type { Comparison } from '#lib/dashboard/statistics/changes/comparison';
import { type JudgedChange, judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { poolChanges } from '#lib/dashboard/statistics/changes/pool-rows';
import {
  type Cells,
  type Dimension,
  describeSet,
  formCells,
} from '#lib/dashboard/statistics/panel/dimensions';

/** The one verdict on a set of segments. */
export interface SetChange extends JudgedChange {
  /** The dimensions whose cells were judged together; null for a set that was judged by itself. */
  family: readonly Dimension[] | null;
  /** Number of cells that were judged together, or 1. */
  rows: number;
}

/** Judges sets of segments; results are kept, so that each family is judged once. */
export type SetJudge = (segments: Iterable<number>) => SetChange;

/**
 * Returns a function that judges sets of segments of the unfiltered panel. The verdict belongs to the set, wherever it is
 * shown and however it was chosen: the whole panel is judged by itself, a cell of dimensions (a prompt, an engine in a
 * country) together with all cells of the same dimensions, and any other set by itself.
 */
export function createSetJudge(comparison: Comparison): SetJudge {
  const { panel, activeSegments } = comparison;
  const isActive = new Set(activeSegments);
  const cellsOf = new Map<string, Cells>();
  const getCells = (dimensions: readonly Dimension[]) => {
    const name = dimensions.join();
    const cells = cellsOf.get(name) ?? formCells(panel, dimensions, activeSegments);
    cellsOf.set(name, cells);
    return cells;
  };
  const families = new Map<string, ReadonlyMap<string, SetChange>>();
  const getFamily = (dimensions: readonly Dimension[]) => {
    const name = dimensions.join();
    const family = families.get(name) ?? judgeCells(comparison, dimensions, getCells(dimensions));
    families.set(name, family);
    return family;
  };
  const judgeAlone = (segments: Iterable<number>) => ({
    ...judgeChange(comparison, segments),
    family: null,
    rows: 1,
  });
  return (segments) => {
    const own = [...new Set(segments)].filter((segment) => isActive.has(segment)).toSorted((a, b) => a - b);
    if (own.length === activeSegments.length) return judgeAlone(activeSegments);
    const described = describeSet(panel, own, getCells);
    const judged = described && getFamily(described.dimensions).get(described.key);
    return judged ?? judgeAlone(own);
  };
}

function judgeCells(
  comparison: Comparison,
  family: readonly Dimension[],
  cells: Cells,
): ReadonlyMap<string, SetChange> {
  const changes = [...cells.values()].map((segments) => judgeChange(comparison, segments));
  const rows = changes.filter(({ precision }) => precision !== null).length;
  const keys = cells.keys();
  return new Map(
    poolChanges(changes, comparison.unit).map((change) => [
      keys.next().value ?? '',
      { ...change, family, rows },
    ]),
  );
}
