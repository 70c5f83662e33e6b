import { type ShareStep, shareSteps, stepOf } from '#lib/charts/share-steps';
import { topOf } from '#lib/charts/top';
import { type Figure, intervalOf } from '#lib/core/figure';
import { formatCompact, formatInterval, formatPercent, formatPlural } from '#lib/format/formats';

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

/** Rates where rows meet columns: the columns with most answers; rows and columns by their rate, highest first. */
export function heatMap(inputs: readonly HeatInput[], most = mostColumns): HeatMap {
  const inAll = pooledBy(inputs, ({ column }) => column);
  const { shown, total } = topOf([...inAll.keys()], most, (column) => inAll.get(column)?.denominator ?? 0);
  const drawn = inputs.filter(({ column }) => shown.includes(column));
  const columns = byRate(pooledBy(drawn, ({ column }) => column));
  const steps = shareSteps(Math.max(0, ...drawn.map(({ figure }) => figure.value ?? 0)));
  const figures = new Map(drawn.map(({ row, column, figure }) => [JSON.stringify([row, column]), figure]));
  return {
    columns,
    columnsInAll: total,
    rows: byRate(pooledBy(drawn, ({ row }) => row)).map((row) => ({
      row,
      cells: columns.map((column) =>
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

interface Pooled {
  numerator: number;
  denominator: number;
}

function pooledBy(inputs: readonly HeatInput[], keyOf: (input: HeatInput) => string): Map<string, Pooled> {
  const sums = new Map<string, Pooled>();
  for (const input of inputs) {
    const sum = sums.get(keyOf(input)) ?? { numerator: 0, denominator: 0 };
    sum.numerator += input.figure.numerator;
    sum.denominator += input.figure.denominator;
    sums.set(keyOf(input), sum);
  }
  return sums;
}

function byRate(sums: ReadonlyMap<string, Pooled>): string[] {
  const rateOf = ({ numerator, denominator }: Pooled) => (denominator === 0 ? -1 : numerator / denominator);
  return [...sums].sort(([, a], [, b]) => rateOf(b) - rateOf(a)).map(([key]) => key);
}
