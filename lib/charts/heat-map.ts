import { buildShareSteps, findShareStep, type ShareStep } from '#lib/charts/chart-spec';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatCompact, formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

/** The metric of one row and column. */
export interface HeatMapInput {
  row: string;
  column: string;
  metric: Metric;
}

export interface HeatCell {
  column: string;
  /** Null without answers. */
  step: ShareStep | null;
  /** "38%". */
  value: string;
  /** "120", the number of answers. */
  count: string;
  /** "35 to 41 of 120 answers". */
  note: string;
  /** Whether there are too few answers to rely on. */
  isThin: boolean;
}

export interface HeatMap {
  columns: string[];
  /** All columns, shown or not. */
  columnCount: number;
  rows: { row: string; cells: HeatCell[] }[];
  steps: ShareStep[];
}

const maxColumns = 12;
const minAnswers = 20;

/** Builds a heat map of the columns with the most answers. Rows and columns are sorted by rate, highest first. */
export function buildHeatMap(inputs: readonly HeatMapInput[], columnLimit = maxColumns): HeatMap {
  const byColumn = poolBy(inputs, ({ column }) => column);
  const { shown, total } = takeLargest(
    [...byColumn.keys()],
    columnLimit,
    (column) => byColumn.get(column)?.denominator ?? 0,
  );
  const drawn = inputs.filter(({ column }) => shown.includes(column));
  const columns = sortByRate(poolBy(drawn, ({ column }) => column));
  const steps = buildShareSteps(Math.max(0, ...drawn.map(({ metric }) => metric.value ?? 0)));
  const metrics = new Map(drawn.map(({ row, column, metric }) => [JSON.stringify([row, column]), metric]));
  return {
    columns,
    columnCount: total,
    rows: sortByRate(poolBy(drawn, ({ row }) => row)).map((row) => ({
      row,
      cells: columns.map((column) =>
        buildCell(column, metrics.get(JSON.stringify([row, column])) ?? null, steps),
      ),
    })),
    steps,
  };
}

function buildCell(column: string, metric: Metric | null, steps: readonly ShareStep[]): HeatCell {
  if (!metric || metric.value === null) {
    const note = metric ? 'No answers yet' : 'Not run';
    return { column, step: null, value: formatPercent(null), count: '', note, isThin: false };
  }
  return {
    column,
    step: findShareStep(steps, metric.value),
    value: formatPercent(metric.value),
    count: formatCompact(metric.denominator),
    note: `${formatInterval(getInterval(metric))} of ${formatPlural(metric.denominator, 'answer')}`,
    isThin: metric.denominator < minAnswers,
  };
}

interface Pooled {
  numerator: number;
  denominator: number;
}

function poolBy(
  inputs: readonly HeatMapInput[],
  getKey: (input: HeatMapInput) => string,
): Map<string, Pooled> {
  const sums = new Map<string, Pooled>();
  for (const input of inputs) {
    const sum = sums.get(getKey(input)) ?? { numerator: 0, denominator: 0 };
    sum.numerator += input.metric.numerator;
    sum.denominator += input.metric.denominator;
    sums.set(getKey(input), sum);
  }
  return sums;
}

function sortByRate(sums: ReadonlyMap<string, Pooled>): string[] {
  const getRate = ({ numerator, denominator }: Pooled) => (denominator === 0 ? -1 : numerator / denominator);
  return [...sums].sort(([, a], [, b]) => getRate(b) - getRate(a)).map(([key]) => key);
}

/** The largest items of a list, and what is not shown. */
export interface LargestItems<T> {
  shown: T[];
  /** All items, shown or not. */
  total: number;
  /** The sum of the items left out; null when none is. */
  rest: { items: number; value: number } | null;
}

/** Returns the `count` largest items, largest first; equal items keep their order. */
export function takeLargest<T>(
  items: readonly T[],
  count: number,
  getValue: (item: T) => number,
): LargestItems<T> {
  const sorted = [...items].sort((a, b) => getValue(b) - getValue(a));
  const left = sorted.slice(count);
  return {
    shown: sorted.slice(0, count),
    total: items.length,
    rest:
      left.length === 0
        ? null
        : { items: left.length, value: left.reduce((sum, item) => sum + getValue(item), 0) },
  };
}
