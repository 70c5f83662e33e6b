import type { ReactNode } from 'react';
import { DataTable, type DataTableProps, type Column as ShownColumn } from '#components/sections/data-table';
import { describeMean } from '#components/sections/describe-mean';
import { Time } from '#components/ui/time';
import { getEngineName } from '#lib/contract/engines';
import {
  type CellValue,
  type Column,
  type Columns,
  selectColumns,
  type Table,
  type ValueType,
} from '#lib/contract/tables/define-table';
import { formatDate } from '#lib/core/dates';
import { formatItems } from '#lib/core/lists';
import type { Metric, Rate } from '#lib/core/metric';
import { formatCount, formatPercent, formatPosition, formatSentiment, noValue } from '#lib/core/numbers';

type ChangeOptions<T> = Omit<Extract<ShownColumn<T>, { change: unknown }>, 'change'>;

/** Options for a column on a page, such as its header and the component in its cells. Values come from the definition. */
export interface ColumnView<T> {
  /** Classes of the header and all cells. */
  className?: string;
  /** Returns the header, such as a link that sorts by the column. */
  head?: (label: string) => ReactNode;
  isSorted?: boolean;
  cell?: (row: T) => ReactNode;
  /** The tooltip of a replaced cell. */
  title?: (row: T) => string | undefined;
  /** Returns the URL of the answers behind a rate, if the cell is not replaced. */
  url?: (row: T) => string | undefined;
  /** Adds a column with the precision. */
  interval?: { className?: string };
  /** Adds a column with the change. */
  change?: ChangeOptions<T>;
  /** Charts and other columns without a value, on the left and on the right of the column. */
  before?: ShownColumn<T>;
  after?: ShownColumn<T>;
  /** Shows the column several times, such as once for each brand, with these headers and rates. */
  rates?: readonly { head: ReactNode; rate: (row: T) => Rate | null | undefined }[];
  /** Replaces the column by several, such as one for each engine, if their cells are not rates. */
  columns?: readonly ShownColumn<T>[];
}

interface TableViewProps<Row, C extends Columns<Row>, T extends Row>
  extends Pick<DataTableProps<T>, 'rows' | 'getKey' | 'isHighlighted' | 'className'> {
  table: Table<Row, C>;
  /** The accessible name; by default the title of the table. */
  label?: string;
  /** By key of the column. */
  views?: { [Key in C[number]['key']]?: ColumnView<T> };
  /** The keys of columns that are left out. */
  omit?: readonly C[number]['key'][];
  /** Buttons in a last column under a hidden header. */
  actions?: (row: T) => ReactNode;
}

/**
 * A table of a page or a report, with the columns of its definition: labels, descriptions, alignment and formats come from
 * there.
 */
export function TableView<Row, C extends Columns<Row>, T extends Row>({
  table,
  label = table.title,
  views = {},
  omit = [],
  actions,
  ...rest
}: TableViewProps<Row, C, T>) {
  const viewsByKey: Readonly<Record<string, ColumnView<T> | undefined>> = views;
  const omitted: readonly string[] = omit;
  const columns = selectColumns(table, 'page').filter(({ key }) => !omitted.includes(key));
  return (
    <DataTable
      {...rest}
      label={label}
      columns={[
        ...columns.flatMap((column) => showColumn<T>(column, viewsByKey[column.key] ?? {})),
        actions ? { actionsCell: actions } : null,
      ]}
    />
  );
}

function showColumn<T>(column: Column<T>, view: ColumnView<T>): ShownColumn<T>[] {
  const { className, isSorted, head, interval, change, before, after } = view;
  const { label, description } = column;
  const options = { className, isSorted, headTitle: description };
  if (view.columns) return [...view.columns];
  if (view.rates) return view.rates.map((one) => ({ ...options, ...one, unit: getUnit(column) }));
  const rate = getRate(column);
  const getChange = getMetric(column);
  return [
    ...(before ? [before] : []),
    { ...options, head: head?.(label) ?? label, ...showCell(column, view) },
    ...(interval && rate
      ? [{ ...interval, interval: (row: T) => rate(row) ?? null, unit: getUnit(column) }]
      : []),
    ...(change && getChange ? [{ ...change, change: (row: T) => getChange(row)?.change ?? null }] : []),
    ...(after ? [after] : []),
  ];
}

function getRate<T>(column: Column<T>): ((row: T) => Rate | null | undefined) | undefined {
  if ('metric' in column) return column.metric;
  return 'rate' in column ? column.rate : undefined;
}

const getUnit = <T,>(column: Column<T>): string => ('of' in column && column.of) || 'answers';

function getMetric<T>(column: Column<T>): ((row: T) => Pick<Metric, 'change'> | undefined) | undefined {
  if ('metric' in column) return column.metric;
  if ('mean' in column) return column.mean;
  return 'sentiment' in column ? column.sentiment : undefined;
}

function showCell<T>(column: Column<T>, { cell, title, url }: ColumnView<T>) {
  if (cell) return isNumeric(column) ? { title, numericCell: cell } : { title, cell };
  if ('value' in column) {
    const show = (row: T) => formatValue(column, column.value(row));
    return isNumeric(column) ? { numericCell: show } : { cell: show };
  }
  if ('list' in column) {
    if (column.isCounted) return { numericCell: (row: T) => formatCount(column.list(row)?.length ?? 0) };
    return { cell: (row: T) => formatValue(column, column.text(row)) };
  }
  if ('engines' in column) {
    return {
      cell: (row: T) => {
        const engines = column.engines(row);
        return engines ? formatItems(engines.map(getEngineName)) : noValue;
      },
    };
  }
  if ('mean' in column) {
    return {
      title: (row: T) => {
        const mean = column.mean(row);
        return mean && describeMean(mean);
      },
      numericCell: (row: T) => formatPosition(column.mean(row)?.mean ?? null),
    };
  }
  if ('sentiment' in column) {
    return { numericCell: (row: T) => formatSentiment(column.sentiment(row)?.value ?? null) };
  }
  if ('change' in column) return { change: (row: T) => column.change(row) ?? null };
  return { rate: 'rate' in column ? column.rate : column.metric, unit: getUnit(column), url };
}

/** Returns whether the cells of a column are aligned as numbers. */
function isNumeric<T>(column: Column<T>): boolean {
  if ('value' in column) return ['count', 'number', 'percent'].includes(column.type ?? 'text');
  if ('list' in column) return column.isCounted ?? false;
  return !('engines' in column);
}

interface ValueFormat {
  type?: ValueType;
  nullLabel?: string;
}

function formatValue({ type = 'text', nullLabel = noValue }: ValueFormat, value: CellValue): ReactNode {
  if (value === null || value === undefined) return nullLabel;
  if (typeof value === 'number') return type === 'percent' ? formatPercent(value) : formatCount(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return formatItems(value);
  if (type === 'day') return formatDate(value);
  if (type === 'engine') return getEngineName(value);
  return type === 'instant' || type === 'microsecond' ? <Time at={value} /> : value;
}
