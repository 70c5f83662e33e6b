import type { Change, MeanMetric, Metric, Rate, SentimentMetric } from '#lib/core/metric';

/** Where a column appears: pages and reports, files (CSV, XLSX and JSON), `/v1/metrics`, and results of MCP tools. */
export type Surface = 'page' | 'file' | 'api' | 'tool';

/**
 * A value without formatting: shares are numbers from 0 to 1, days are YYYY-MM-DD in the time zone of the project, and
 * instants are ISO 8601.
 */
export type CellValue = string | number | boolean | readonly string[] | null | undefined;

/**
 * The type of a value, which decides its format on each surface. `count` is an integer, `microsecond` an instant to the
 * microsecond, and `engine` the key of an engine; `all` stands for all of them.
 */
export type ValueType =
  | 'text'
  | 'count'
  | 'number'
  | 'percent'
  | 'boolean'
  | 'id'
  | 'list'
  | 'day'
  | 'instant'
  | 'microsecond'
  | 'engine'
  | 'link';

interface ColumnDescription<Row> {
  /** Unique in the table, in camelCase; files have it in snake_case. */
  key: string;
  /** Its name in files, if it differs from `key`. */
  fileKey?: string;
  /** The header on pages, in CSV and in XLSX. */
  label: string;
  /** The header in CSV and XLSX, where no title and no description stand beside it, if it differs. */
  fileLabel?: string;
  /** One or more sentences: the tooltip of the header, and the description in the API. */
  description?: string;
  /** All by default. */
  surfaces?: readonly Surface[];
  /** True if its values are sentences rather than names. */
  isLong?: boolean;
  /** True if it can be null in the API. */
  isNullable?: boolean;
  /** What pages and files show instead of null. */
  nullLabel?: string;
  /** The columns of the results of MCP tools, by name; by default one with the name `key`. */
  tool?: Readonly<Record<string, (row: Row) => CellValue>>;
}

export interface ValueColumn<Row> {
  value: (row: Row) => CellValue;
  /** `text` by default. */
  type?: ValueType;
  /** All possible values. */
  oneOf?: readonly string[];
}

export interface RateColumn<Row> {
  rate: (row: Row) => Rate | null | undefined;
  /** The unit of the denominator, in the plural: "answers". */
  of?: string;
}

/** A rate with its grade and change. */
export interface MetricColumn<Row> {
  metric: (row: Row) => Metric | undefined;
  /** The unit of the denominator, in the plural: "answers". */
  of?: string;
  /** True if files contain the change. */
  hasChangeInFiles?: boolean;
}

export interface MeanColumn<Row> {
  mean: (row: Row) => MeanMetric | undefined;
}

export interface SentimentColumn<Row> {
  sentiment: (row: Row) => SentimentMetric | undefined;
}

export interface EnginesColumn<Row> {
  /** Keys of engines; `all` stands for all of them. */
  engines: (row: Row) => readonly string[] | null | undefined;
}

/** A value of each object of a list. */
export interface ListField {
  /** A sentence. */
  description?: string;
  isNullable?: boolean;
  /** `text` by default. */
  type?: ValueType;
  /** All possible values. */
  oneOf?: readonly string[];
}

/** Objects that belong to a row, such as the sources of an answer: an array in the API, and text elsewhere. */
export interface ListColumn<Row> {
  list: (row: Row) => readonly Readonly<Record<string, CellValue>>[] | null | undefined;
  /** The values of an object in the API, by name. */
  fields: Readonly<Record<string, ListField>>;
  /** The objects in a cell of a page or file. */
  text: (row: Row) => CellValue;
  /** True if pages show how many there are instead. */
  isCounted?: boolean;
}

/** A change without the metric that changed. */
export interface ChangeColumn<Row> {
  change: (row: Row) => Change | null | undefined;
}

/**
 * A column. What is not a plain value becomes several columns of a file, whose keys and labels begin with the given ones,
 * and an object in the API.
 */
export type Column<Row> = ColumnDescription<Row> &
  (
    | ValueColumn<Row>
    | RateColumn<Row>
    | MetricColumn<Row>
    | MeanColumn<Row>
    | SentimentColumn<Row>
    | EnginesColumn<Row>
    | ListColumn<Row>
    | ChangeColumn<Row>
  );

/** Any columns of rows of this type. */
export type Columns<Row> = readonly Column<Row>[];

/** A table with its columns, but without the source of its rows. */
export interface Table<Row, C extends Columns<Row> = Columns<Row>> {
  /** Unique, in kebab-case; part of URLs and file names. */
  name: string;
  /** The title of its section, and its accessible name. */
  title: string;
  /** A sentence. */
  description: string;
  columns: C;
  /** The columns that come first on a surface; the others follow in the order of their definition. */
  order?: Partial<Record<Surface, readonly string[]>>;
}

/** The type of a table's rows. */
export type RowType<Row> = { readonly row?: Row };

/** Declares the type of a table's rows. */
export const rowType = <Row>(): RowType<Row> => ({});

/**
 * Defines a table. Pages, files, `/v1/metrics` with its schema, MCP tools and reports read the definition; its rows come
 * from `defineRows` (lib/dashboard/exports/exported-table.ts).
 */
export function defineTable<Row, const C extends Columns<Row>>({
  row: _row,
  ...table
}: Table<Row, C> & { row: RowType<Row> }): Table<Row, C> {
  return table;
}

/** Returns the columns that a surface shows, in their order. */
export function selectColumns<Row>(
  { columns, order }: Pick<Table<Row>, 'columns' | 'order'>,
  surface: Surface,
): Column<Row>[] {
  const first = order?.[surface] ?? [];
  const getRank = ({ key }: Column<Row>) => (first.includes(key) ? first.indexOf(key) : first.length);
  return columns
    .filter(({ surfaces }) => surfaces === undefined || surfaces.includes(surface))
    .toSorted((a, b) => getRank(a) - getRank(b));
}
