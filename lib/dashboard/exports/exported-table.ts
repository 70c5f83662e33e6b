import type { CellValue, Table } from '#lib/contract/tables/define-table';
import type { FileNameParts } from '#lib/core/file-name';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type ExportedColumn, toFileColumns } from '#lib/dashboard/exports/file-columns';
import { labelFilters } from '#lib/dashboard/exports/label-filters';
import type { Context } from '#lib/db/context';

/** The values of a row by column key; null if nothing was measured. */
export type ExportedRow = Record<string, string | number | null>;

/** The input of a table of a project: the filtered project and the other parameters of the URL. */
export type TableInput = [context: Context, filters: MetricFilters, parameters: SearchParameters];

/** The parts of a file name that tell its rows from others of the same table: the days that they cover, and filters. */
export type RowDescription = Pick<FileNameParts, 'period' | 'labels'>;

/** A table or chart to export, without formatting: shares are numbers from 0 to 1 and days are those of the project. */
export interface ExportedTable<Input extends unknown[] = TableInput> {
  /** Part of URLs and file names. */
  name: string;
  columns: readonly ExportedColumn[];
  describeRows(...input: Input): Promise<RowDescription>;
  rows(...input: Input): Promise<AsyncIterable<ExportedRow> | Iterable<ExportedRow>>;
}

/** Where the rows of a table come from. Rows from an async iterable are read while they are sent. */
export interface RowSource<Row, Input extends unknown[]> {
  rows: (...input: Input) => AsyncIterable<Row> | Promise<readonly Row[] | AsyncIterable<Row>>;
  describeRows: (...input: Input) => RowDescription | Promise<RowDescription>;
}

interface ProjectRowSource<Row> {
  rows: RowSource<Row, TableInput>['rows'];
  /** True if the rows depend neither on the period nor on the filters, so that the file name contains neither. */
  ignoresFilters?: boolean;
  /** Returns the parts of the file name for the other parameters of the URL, such as a domain. */
  label?: (...input: TableInput) => readonly string[] | Promise<readonly string[]>;
}

/** Makes a table available as a file, with its rows and their description in the file name. */
export function defineDescribedRows<Row, Input extends unknown[]>(
  table: Table<Row>,
  { rows, describeRows }: RowSource<Row, Input>,
): ExportedTable<Input> {
  const columns = toFileColumns(table);
  async function* convertRows(list: AsyncIterable<Row> | readonly Row[]): AsyncGenerator<ExportedRow> {
    for await (const row of list) {
      yield Object.fromEntries(columns.map(({ key, value }) => [key, toFileValue(value(row))]));
    }
  }
  return {
    name: table.name,
    columns,
    describeRows: async (...input) => describeRows(...input),
    rows: async (...input) => convertRows(await rows(...input)),
  };
}

/** Makes a table of a project available as a file, with its rows. */
export function defineRows<Row>(
  table: Table<Row>,
  { ignoresFilters = false, label, rows }: ProjectRowSource<Row>,
): ExportedTable {
  return defineDescribedRows(table, {
    rows,
    async describeRows(...input: TableInput) {
      const [context, filters] = input;
      const labels = (await label?.(...input)) ?? [];
      return ignoresFilters
        ? { period: null, labels }
        : { period: filters, labels: [...labels, ...(await labelFilters(context, filters))] };
    },
  });
}

const decimals = 6;

/** Rounds numbers to six decimals, which removes floating-point noise. */
function toFileValue(value: CellValue): string | number | null {
  if (typeof value === 'number') return Number(value.toFixed(decimals));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? (value?.join(', ') ?? null) : (value ?? null);
}
