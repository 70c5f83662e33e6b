import { getEngineName } from '#lib/contract/engines';
import { type Change, getInterval, type Interval, type MeanMetric, type Rate } from '#lib/core/metric';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/client';

/** A row by column key; null where nothing was measured. */
export type ExportedRow = Record<string, string | number | null>;

/** The input of a table: a filtered project and the other parameters of the URL. */
export type TableInput = [context: Context, filters: MetricFilters, parameters: SearchParameters];

/** A table or chart to export, without formatting: shares are numbers from 0 to 1 and days are UTC days. */
export interface ExportedTable {
  /** The rows do not depend on the period, so the file name has no days. */
  ignoresPeriod: boolean;
  /** `key` is used in JSON, `label` in CSV. */
  columns: readonly { key: string; label: string }[];
  rows(...input: TableInput): Promise<AsyncIterable<ExportedRow>>;
}

/** A column; engines, a rate, mean or change become several, whose keys and labels begin with the given ones. */
type Column<Row> = { key: string; label: string } & (
  | Pick<ValueColumn<Row>, 'value'>
  | { engines: (row: Row) => readonly string[] }
  | { rate: (row: Row) => Rate | null | undefined }
  | { mean: (row: Row) => MeanMetric | undefined }
  | { change: (row: Row) => Change | null | undefined }
);

interface ValueColumn<Row> {
  key: string;
  label: string;
  value: (row: Row) => string | number | null | undefined;
}

/** Defines a table by its rows and columns. Rows from an async iterable are read while they are sent. */
export function defineTable<Row>(table: {
  ignoresPeriod?: boolean;
  rows: (...input: TableInput) => AsyncIterable<Row> | Promise<readonly Row[]>;
  columns: readonly Column<Row>[];
}): ExportedTable {
  const columns = table.columns.flatMap(toValueColumns);
  async function* toExportedRows(rows: AsyncIterable<Row> | readonly Row[]) {
    for await (const row of rows) {
      yield Object.fromEntries(columns.map(({ key, value }) => [key, roundValue(value(row))]));
    }
  }
  return {
    ignoresPeriod: table.ignoresPeriod ?? false,
    columns,
    rows: async (...input) => toExportedRows(await table.rows(...input)),
  };
}

function toValueColumns<Row>(column: Column<Row>): ValueColumn<Row>[] {
  const { key, label } = column;
  if ('value' in column) return [column];
  if ('engines' in column) {
    const format = (engine: string) => (engine === 'all' ? 'All engines' : getEngineName(engine));
    return [
      { key, label, value: (row) => column.engines(row).join('\n') },
      {
        key: `${key}_name`,
        label: `${label}, name`,
        value: (row) => column.engines(row).map(format).join('\n'),
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
    const interval = (row: Row) => {
      const rate = column.rate(row);
      return rate && getInterval(rate);
    };
    return [
      { key, label, value: (row) => column.rate(row)?.value },
      ...toIntervalColumns(key, label, interval),
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
    { key: changeKey, label: changeLabel, value: (row) => column.change(row)?.difference },
    ...toIntervalColumns(changeKey, changeLabel, (row: Row) => column.change(row)?.interval),
    { key: `${key}_verdict`, label: `${label}, verdict`, value: (row) => column.change(row)?.verdict },
  ];
}

function toIntervalColumns<Row>(
  key: string,
  label: string,
  interval: (row: Row) => Interval | null | undefined,
): ValueColumn<Row>[] {
  return [
    { key: `${key}_low`, label: `${label}, 95% interval low`, value: (row) => interval(row)?.low },
    { key: `${key}_high`, label: `${label}, 95% interval high`, value: (row) => interval(row)?.high },
  ];
}

const decimals = 6;

/** Rounds numbers to six decimals, which removes floating-point noise. */
function roundValue(value: string | number | null | undefined): string | number | null {
  return typeof value === 'number' ? Number(value.toFixed(decimals)) : (value ?? null);
}
