import type { AskedCell } from '#lib/dashboard/analytics/asked-cells';
import { type ModelChanges, noCounts, type Observed } from '#lib/dashboard/analytics/measures';
import type { Cell, CellCounts } from '#lib/dashboard/analytics/read-cells';
import type { Market } from '#lib/dashboard/analytics/read-market';

/** Whether a cell was answered in both periods, so that its change can be told. */
export function askedInBoth({ now, before }: AskedCell): boolean {
  return now.answers > 0 && before.answers > 0;
}

/** The cells of these that a change is told by: asked in both periods, of engines whose model did not change. */
export function comparedCells(
  cells: readonly Cell[],
  market: Pick<Market, 'models'>,
): { compared: Set<Cell>; models: ModelChanges } {
  const paired = cells.filter(askedInBoth);
  const changed = (cell: Cell) => market.models.get(cell.engine)?.changed === true;
  const steady = paired.filter((cell) => !changed(cell));
  if (steady.length === 0) {
    return { compared: new Set(paired), models: { withoutEngines: [], engineChanged: paired.length > 0 } };
  }
  const withoutEngines = [...new Set(paired.filter(changed).map(({ engine }) => engine))].sort();
  return { compared: new Set(steady), models: { withoutEngines, engineChanged: false } };
}

/** The own brand's counts of cells, as figures take them, and what changed of their models. */
export function ownRows(
  cells: readonly Cell[],
  market: Pick<Market, 'models'>,
): { rows: Observed[]; models: ModelChanges } {
  const { compared, models } = comparedCells(cells, market);
  const rows = cells.map((cell) => {
    const both = compared.has(cell);
    return {
      promptId: cell.promptId,
      branded: cell.branded,
      pairs: both ? 1 : 0,
      all: cell.now,
      now: both ? cell.now : noCounts,
      before: both ? cell.before : noCounts,
    };
  });
  return { rows, models };
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
