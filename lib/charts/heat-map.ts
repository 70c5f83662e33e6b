import { buildShareSteps, findShareStep, type ShareStep } from '#lib/charts/colors';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatCompact, formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

/** What was measured where a row meets a column. */
export interface HeatInput {
  row: string;
  column: string;
  figure: Metric;
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
export function buildHeatMap(inputs: readonly HeatInput[], most = mostColumns): HeatMap {
  const inAll = pooledBy(inputs, ({ column }) => column);
  const { shown, total } = takeTop([...inAll.keys()], most, (column) => inAll.get(column)?.denominator ?? 0);
  const drawn = inputs.filter(({ column }) => shown.includes(column));
  const columns = byRate(pooledBy(drawn, ({ column }) => column));
  const steps = buildShareSteps(Math.max(0, ...drawn.map(({ figure }) => figure.value ?? 0)));
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

function heatCell(column: string, figure: Metric | null, steps: readonly ShareStep[]): HeatCell {
  if (!figure || figure.value === null) {
    const note = figure ? 'No answers yet' : 'Not asked';
    return { column, step: null, value: formatPercent(null), count: '', note, thin: false };
  }
  return {
    column,
    step: findShareStep(steps, figure.value),
    value: formatPercent(figure.value),
    count: formatCompact(figure.denominator),
    note: `${formatInterval(getInterval(figure))} of ${formatPlural(figure.denominator, 'answer')}`,
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

/** The first of a list, and what of it is not shown. */
export interface Top<T> {
  shown: T[];
  /** How many there are in all. */
  total: number;
  /** What is left out, summed; null when nothing is. */
  rest: { items: number; value: number } | null;
}

/** The `most` largest of a list by value, largest first; equal ones keep their order. */
export function takeTop<T>(items: readonly T[], most: number, amountOf: (item: T) => number): Top<T> {
  const sorted = [...items].sort((a, b) => amountOf(b) - amountOf(a));
  const left = sorted.slice(most);
  return {
    shown: sorted.slice(0, most),
    total: items.length,
    rest:
      left.length === 0
        ? null
        : { items: left.length, value: left.reduce((sum, item) => sum + amountOf(item), 0) },
  };
}
