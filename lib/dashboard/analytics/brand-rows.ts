import { type Counts, noCounts, type Observed } from '#lib/dashboard/analytics/measures';
import type { BrandCounts, BrandPrompt, Cell, CellCounts } from '#lib/dashboard/analytics/read-cells';

/** A brand's counts by prompt: what all brands share from the cells, its own from the brand's rows. */
export function brandRows(
  brandId: string,
  cells: readonly Cell[],
  counted: readonly BrandPrompt[],
  compared: ReadonlySet<Cell>,
): Observed[] {
  const prompts = new Map<string, Observed>();
  for (const cell of cells) {
    const row = prompts.get(cell.promptId) ?? blankRow(cell);
    addShared(row.all, cell.now);
    if (compared.has(cell)) {
      row.pairs += 1;
      addShared(row.now, cell.now);
      addShared(row.before, cell.before);
    }
    prompts.set(cell.promptId, row);
  }
  for (const counts of counted) {
    const row = prompts.get(counts.promptId);
    if (!row || counts.brandId !== brandId) continue;
    setOwn(row.all, counts.all);
    setOwn(row.now, counts.now);
    setOwn(row.before, counts.before);
  }
  return [...prompts.values()];
}

function blankRow({ promptId, branded }: Cell): Observed {
  return { promptId, branded, pairs: 0, all: { ...noCounts }, now: { ...noCounts }, before: { ...noCounts } };
}

function addShared(counts: Counts, cell: CellCounts): void {
  counts.answers += cell.answers;
  counts.citations += cell.citations;
  counts.allMentioned += cell.allMentioned;
}

function setOwn(counts: Counts, own: BrandCounts): void {
  counts.mentioned = own.mentioned;
  counts.rankSum = own.rankSum;
  counts.first = own.first;
  counts.cited = own.cited;
  counts.ownCitations = own.citations;
  counts.sentences = own.sentences;
  counts.tone = own.tone;
  counts.positive = own.positive;
  counts.negative = own.negative;
}
