import type { AnswerSegment } from '#lib/dashboard/analytics/segments/answer-segments';
import {
  type MetricCounts,
  type MetricRow,
  type ModelChanges,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/metrics';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type {
  BrandCounts,
  BrandPromptCounts,
  Segment,
  SegmentCounts,
} from '#lib/dashboard/analytics/segments/read-segments';

/** Whether a cell was answered in both periods, so that its change can be told. */
export function isPaired({ now, before }: AnswerSegment): boolean {
  return now.answers > 0 && before.answers > 0;
}

/** The cells of these that a change is told by: asked in both periods, of engines whose model did not change. */
export function pairSegments(
  cells: readonly Segment[],
  market: Pick<ProjectScope, 'models'>,
): { compared: Set<Segment>; models: ModelChanges } {
  const paired = cells.filter(isPaired);
  const changed = (cell: Segment) => market.models.get(cell.engine)?.changed === true;
  const steady = paired.filter((cell) => !changed(cell));
  if (steady.length === 0) {
    return { compared: new Set(paired), models: { withoutEngines: [], engineChanged: paired.length > 0 } };
  }
  const withoutEngines = [...new Set(paired.filter(changed).map(({ engine }) => engine))].sort();
  return { compared: new Set(steady), models: { withoutEngines, engineChanged: false } };
}

/** The own brand's counts of cells, as figures take them, and what changed of their models. */
export function toMetricRows(
  cells: readonly Segment[],
  market: Pick<ProjectScope, 'models'>,
): { rows: MetricRow[]; models: ModelChanges } {
  const { compared, models } = pairSegments(cells, market);
  const rows = cells.map((cell) => {
    const both = compared.has(cell);
    return {
      promptId: cell.promptId,
      branded: cell.branded,
      pairs: both ? 1 : 0,
      all: cell.now,
      now: both ? cell.now : zeroCounts,
      before: both ? cell.before : zeroCounts,
    };
  });
  return { rows, models };
}

/** Cells in groups by a key, in the order the keys first appear. */
export function groupSegments(
  cells: readonly Segment[],
  keyOf: (cell: Segment) => string,
): Map<string, Segment[]> {
  const groups = new Map<string, Segment[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  return groups;
}

/** The sum of one count over the period's cells. */
export function sumCurrent(cells: readonly Segment[], count: keyof SegmentCounts): number {
  return cells.reduce((total, cell) => total + cell.now[count], 0);
}

/** Whether every answer counted comes from the fictional market. */
export function isAllFictional(cells: readonly Segment[]): boolean {
  const answered = cells.filter((cell) => cell.now.answers + cell.before.answers > 0);
  return answered.length > 0 && answered.every((cell) => cell.fictional);
}

/** A brand's counts by prompt: what all brands share from the cells, its own from the brand's rows. */
export function toBrandRows(
  brandId: string,
  cells: readonly Segment[],
  counted: readonly BrandPromptCounts[],
  compared: ReadonlySet<Segment>,
): MetricRow[] {
  const prompts = new Map<string, MetricRow>();
  for (const cell of cells) {
    const row = prompts.get(cell.promptId) ?? createRow(cell);
    addSharedCounts(row.all, cell.now);
    if (compared.has(cell)) {
      row.pairs += 1;
      addSharedCounts(row.now, cell.now);
      addSharedCounts(row.before, cell.before);
    }
    prompts.set(cell.promptId, row);
  }
  for (const counts of counted) {
    const row = prompts.get(counts.promptId);
    if (!row || counts.brandId !== brandId) continue;
    setBrandCounts(row.all, counts.all);
    setBrandCounts(row.now, counts.now);
    setBrandCounts(row.before, counts.before);
  }
  return [...prompts.values()];
}

function createRow({ promptId, branded }: Segment): MetricRow {
  return {
    promptId,
    branded,
    pairs: 0,
    all: { ...zeroCounts },
    now: { ...zeroCounts },
    before: { ...zeroCounts },
  };
}

function addSharedCounts(counts: MetricCounts, cell: SegmentCounts): void {
  counts.answers += cell.answers;
  counts.citations += cell.citations;
  counts.allMentioned += cell.allMentioned;
}

function setBrandCounts(counts: MetricCounts, own: BrandCounts): void {
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
