import type { Counts, Observed } from '#lib/dashboard/metrics/measures';
import type { BrandCounts, BrandPrompt, Cell, CellCounts } from '#lib/dashboard/metrics/read-cells';

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
  return { promptId, branded, pairs: 0, all: blank(), now: blank(), before: blank() };
}

function blank(): Counts {
  return {
    answers: 0,
    citations: 0,
    mentioned: 0,
    rankSum: 0,
    first: 0,
    cited: 0,
    ownCitations: 0,
    allMentioned: 0,
    sentences: 0,
    tone: 0,
    positive: 0,
    negative: 0,
  };
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
