import { formatCompact, formatInterval, formatPercent, formatPlural } from '#lib/charts/formats';
import { type ShareStep, shareSteps, stepOf } from '#lib/charts/share-steps';
import { topOf } from '#lib/charts/top';
import { type Figure, intervalOf } from '#lib/core/figure';

/** What was measured where a row meets a column. */
export interface HeatInput {
  row: string;
  column: string;
  figure: Figure;
}

export interface HeatCell {
  column: string;
  /** Null where nothing was asked. */
  step: ShareStep | null;
  /** "38%". */
  value: string;
  /** "120", how many answers, where room is scarce. */
  count: string;
  /** "35 to 41 of 120 answers". */
  note: string;
  /** Fewer answers than a figure needs to bear any weight. */
  thin: boolean;
}

export interface HeatMap {
  columns: string[];
  /** How many columns there are in all. */
  columnsInAll: number;
  rows: { row: string; cells: HeatCell[] }[];
  steps: ShareStep[];
}

const mostColumns = 12;
const thinUnderAnswers = 20;

/** Rates where rows meet columns: the columns with most answers, rows and columns by the answers in them. */
export function heatMap(inputs: readonly HeatInput[], most = mostColumns): HeatMap {
  const rows = answersBy(inputs, ({ row }) => row);
  const columns = answersBy(inputs, ({ column }) => column);
  const { shown, total } = topOf([...columns.keys()], most, (column) => columns.get(column) ?? 0);
  const drawn = inputs.filter(({ column }) => shown.includes(column));
  const steps = shareSteps(Math.max(0, ...drawn.map(({ figure }) => figure.value ?? 0)));
  const figures = new Map(drawn.map(({ row, column, figure }) => [JSON.stringify([row, column]), figure]));
  return {
    columns: shown,
    columnsInAll: total,
    rows: topOf([...rows.keys()], rows.size, (row) => rows.get(row) ?? 0).shown.map((row) => ({
      row,
      cells: shown.map((column) =>
        heatCell(column, figures.get(JSON.stringify([row, column])) ?? null, steps),
      ),
    })),
    steps,
  };
}

function heatCell(column: string, figure: Figure | null, steps: readonly ShareStep[]): HeatCell {
  if (!figure || figure.value === null) {
    const note = figure ? 'No answers yet' : 'Not asked';
    return { column, step: null, value: formatPercent(null), count: '', note, thin: false };
  }
  return {
    column,
    step: stepOf(steps, figure.value),
    value: formatPercent(figure.value),
    count: formatCompact(figure.denominator),
    note: `${formatInterval(intervalOf(figure))} of ${formatPlural(figure.denominator, 'answer')}`,
    thin: figure.denominator < thinUnderAnswers,
  };
}

function answersBy(inputs: readonly HeatInput[], keyOf: (input: HeatInput) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const input of inputs) {
    const key = keyOf(input);
    sums.set(key, (sums.get(key) ?? 0) + input.figure.denominator);
  }
  return sums;
}
