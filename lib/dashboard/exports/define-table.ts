import { getEngineName } from '#lib/contract/engines';
import { type Change, getInterval, type Interval, type MeanMetric, type Rate } from '#lib/core/metric';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/client';

/** The values of a row by column key; null if nothing was measured. */
export type ExportedRow = Record<string, string | number | null>;

/** The input of a table: a filtered project and the other parameters of the URL. */
export type TableInput = [context: Context, filters: MetricFilters, parameters: SearchParameters];

/** The format in which a spreadsheet shows the values of a column. CSV and JSON contain them without formatting. */
export type CellFormat = 'percent' | 'day' | 'instant' | 'link';

/** `key` is used in JSON, `label` in CSV and XLSX. */
export interface ExportedColumn {
  key: string;
  label: string;
  format?: CellFormat;
  /** True if its values are sentences rather than names. */
  isLong?: boolean;
}

/** A table or chart to export, without formatting: shares are numbers from 0 to 1 and days are UTC days. */
export interface ExportedTable {
  /** True if the rows depend neither on the period nor on the filters, so that the file name contains neither. */
  ignoresFilters: boolean;
  columns: readonly ExportedColumn[];
  /** Returns the parts of the file name for the other parameters of the URL, such as a domain. */
  label(...input: TableInput): Promise<readonly string[]>;
  rows(...input: TableInput): Promise<AsyncIterable<ExportedRow>>;
}

/** A column. Engines, a rate, a mean or a change become several columns, whose keys and labels begin with the given ones. */
export type Column<Row> = ExportedColumn &
  (
    | Pick<ValueColumn<Row>, 'value'>
    | { engines: (row: Row) => readonly string[] | null }
    | { rate: (row: Row) => Rate | null | undefined }
    | { mean: (row: Row) => MeanMetric | undefined }
    | { change: (row: Row) => Change | null | undefined }
  );

interface ValueColumn<Row> extends ExportedColumn {
  value: (row: Row) => string | number | null | undefined;
}

/** Defines a table by its rows and columns. Rows from an async iterable are read while they are sent. */
export function defineTable<Row>(table: {
  ignoresFilters?: boolean;
  label?: (...input: TableInput) => readonly string[] | Promise<readonly string[]>;
  rows: (...input: TableInput) => AsyncIterable<Row> | Promise<readonly Row[]>;
  columns: readonly Column<Row>[];
}): ExportedTable {
  const { columns, readRows } = defineColumns(table.columns);
  return {
    ignoresFilters: table.ignoresFilters ?? false,
    columns,
    label: async (...input) => (await table.label?.(...input)) ?? [],
    rows: async (...input) => readRows(await table.rows(...input)),
  };
}

/** Returns the exported columns, and a function that converts rows to their exported values. */
export function defineColumns<Row>(defined: readonly Column<Row>[]) {
  const columns = defined.flatMap(toValueColumns);
  async function* readRows(rows: AsyncIterable<Row> | readonly Row[]): AsyncGenerator<ExportedRow> {
    for await (const row of rows) {
      yield Object.fromEntries(columns.map(({ key, value }) => [key, roundValue(value(row))]));
    }
  }
  return { columns, readRows };
}

function toValueColumns<Row>(column: Column<Row>): ValueColumn<Row>[] {
  const { key, label, format } = column;
  if ('value' in column) return [column];
  if ('engines' in column) {
    const formatName = (engine: string) => (engine === 'all' ? 'All engines' : getEngineName(engine));
    return [
      { key, label, value: (row) => column.engines(row)?.join('\n') },
      {
        key: `${key}_name`,
        label: `${label}, name`,
        value: (row) => column.engines(row)?.map(formatName).join('\n'),
      },
    ];
  }
  if ('mean' in column) {
    return [
      { key, label, value: (row) => column.mean(row)?.mean },
      { key: `${key}_answers`, label: `${label}, answers`, value: (row) => column.mean(row)?.answers },
    ];
  }
  if ('rate' in column) {
    const getRowInterval = (row: Row) => {
      const rate = column.rate(row);
      return rate && getInterval(rate);
    };
    return [
      { key, label, format: 'percent', value: (row) => column.rate(row)?.value },
      ...toIntervalColumns({ key, label, format: 'percent' }, getRowInterval),
      { key: `${key}_numerator`, label: `${label}, numerator`, value: (row) => column.rate(row)?.numerator },
      {
        key: `${key}_denominator`,
        label: `${label}, denominator`,
        value: (row) => column.rate(row)?.denominator,
      },
    ];
  }
  const changeKey = `${key}_change`;
  const changeLabel = `${label}, change`;
  return [
    { key: changeKey, label: changeLabel, format, value: (row) => column.change(row)?.difference },
    ...toIntervalColumns(
      { key: changeKey, label: changeLabel, format },
      (row: Row) => column.change(row)?.interval,
    ),
    { key: `${key}_verdict`, label: `${label}, verdict`, value: (row) => column.change(row)?.verdict },
  ];
}

function toIntervalColumns<Row>(
  { key, label, format }: ExportedColumn,
  getRowInterval: (row: Row) => Interval | null | undefined,
): ValueColumn<Row>[] {
  return [
    {
      key: `${key}_low`,
      label: `${label}, 95% interval low`,
      format,
      value: (row) => getRowInterval(row)?.low,
    },
    {
      key: `${key}_high`,
      label: `${label}, 95% interval high`,
      format,
      value: (row) => getRowInterval(row)?.high,
    },
  ];
}

const decimals = 6;

/** Rounds numbers to six decimals, which removes floating-point noise. */
function roundValue(value: string | number | null | undefined): string | number | null {
  return typeof value === 'number' ? Number(value.toFixed(decimals)) : (value ?? null);
}
