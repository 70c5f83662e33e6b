import type { Observed } from '#lib/dashboard/metrics/measures';
import type { Cell, CellCounts } from '#lib/dashboard/metrics/read-cells';
import type { Market } from '#lib/dashboard/metrics/read-market';

const nothing: CellCounts = {
  answers: 0,
  noAnswer: 0,
  citations: 0,
  mentioned: 0,
  rankSum: 0,
  first: 0,
  cited: 0,
  ownCitations: 0,
  allMentioned: 0,
};

/** Whether a cell was answered in both periods, so that its change can be told. */
export function askedInBoth(cell: Cell): boolean {
  return cell.now.answers > 0 && cell.before.answers > 0;
}

/** The own brand's counts of cells, as figures take them. */
export function ownRows(cells: readonly Cell[]): Observed[] {
  return cells.map((cell) => {
    const both = askedInBoth(cell);
    return {
      promptId: cell.promptId,
      branded: cell.branded,
      pairs: both ? 1 : 0,
      all: cell.now,
      now: both ? cell.now : nothing,
      before: both ? cell.before : nothing,
    };
  });
}

/** Whether another model served one of the engines that these cells compare. */
export function engineChanged(cells: readonly Cell[], market: Market): boolean {
  return cells.some((cell) => askedInBoth(cell) && market.models.get(cell.engine)?.changed === true);
}

/** Cells in groups by a key, in the order the keys first appear. */
export function groupCells(cells: readonly Cell[], keyOf: (cell: Cell) => string): Map<string, Cell[]> {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  return groups;
}

/** The sum of one count over the period's cells. */
export function countNow(cells: readonly Cell[], count: keyof CellCounts): number {
  return cells.reduce((total, cell) => total + cell.now[count], 0);
}

/** Whether every answer counted comes from the fictional market. */
export function allFictional(cells: readonly Cell[]): boolean {
  const answered = cells.filter((cell) => cell.now.answers + cell.before.answers > 0);
  return answered.length > 0 && answered.every((cell) => cell.fictional);
}
