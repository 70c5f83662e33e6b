import { isMetricColumn, readApiMetric } from '#lib/contract/tables/api-row';
import { type CellValue, type Column, selectColumns, type Table } from '#lib/contract/tables/define-table';
import type { ApiMetric } from '#lib/contract/tables/metric-schemas';
import { type Cell, toTable } from '#lib/mcp/tool';

interface TablePage<Row> {
  rows: readonly Row[];
  total: number;
  nextCursor?: string | null;
}

/** A column of a result. */
interface ResultColumn<Row> {
  name: string;
  read: (row: Row) => CellValue;
}

/** Builds a result from the rows of a table. */
export function toResult<Row>(table: Table<Row>, { rows, ...page }: TablePage<Row>) {
  const columns = selectColumns(table, 'tool').flatMap(toResultColumns);
  return toTable(
    columns.map(({ name }) => name),
    rows.map((row) => readCells(columns, row)),
    page,
  );
}

/** How a result describes a metric: the names of its columns, and their values. */
interface MetricCells<Name extends string> {
  names: readonly Name[];
  toCells: (metric: ApiMetric) => Record<Name, Cell>;
}

/** Builds a result with a row for each metric of each row of a table, after the columns that are not metrics. */
export function toMetricsResult<Row, Name extends string>(
  table: Table<Row>,
  { rows }: Pick<TablePage<Row>, 'rows'>,
  { names, toCells }: MetricCells<Name>,
) {
  const columns = selectColumns(table, 'tool');
  const metrics = columns.filter(isMetricColumn);
  const described = columns.filter((column) => !isMetricColumn(column)).flatMap(toResultColumns);
  const cells = rows.flatMap((row) =>
    metrics.flatMap((column) => {
      const metric = readApiMetric(column, row);
      return metric ? [{ ...readCells(described, row), metric: column.key, ...toCells(metric) }] : [];
    }),
  );
  return toTable([...described.map(({ name }) => name), 'metric', ...names], cells, { total: cells.length });
}

/** Builds a result with a row for each row of a table: the columns that are not metrics, and one metric. */
export function toMetricResult<Row, Name extends string>(
  table: Table<Row>,
  { rows, ...page }: TablePage<Row>,
  { names, toCells, metric: key }: MetricCells<Name> & { metric: string },
) {
  const columns = selectColumns(table, 'tool');
  const metric = columns.filter(isMetricColumn).find((column) => column.key === key);
  const described = columns.filter((column) => !isMetricColumn(column)).flatMap(toResultColumns);
  const cells = rows.flatMap((row) => {
    const value = metric && readApiMetric(metric, row);
    return value ? [{ ...readCells(described, row), ...toCells(value) }] : [];
  });
  return toTable([...described.map(({ name }) => name), ...names], cells, page);
}

function toResultColumns<Row>(column: Column<Row>): ResultColumn<Row>[] {
  const { key, tool } = column;
  if (!tool) return [{ name: key, read: (row) => readValue(column, row) }];
  return Object.entries(tool).map(([name, read]) => ({ name, read }));
}

/** Returns the value of a column without counts, interval and change. */
function readValue<Row>(column: Column<Row>, row: Row): CellValue {
  if ('value' in column) return column.value(row);
  if ('engines' in column) return column.engines(row);
  if ('list' in column) return column.text(row);
  if ('rate' in column) return column.rate(row)?.value;
  if ('change' in column) return column.change(row)?.difference;
  return readApiMetric(column, row)?.value;
}

function readCells<Row>(columns: readonly ResultColumn<Row>[], row: Row): Record<string, Cell> {
  return Object.fromEntries(columns.map(({ name, read }) => [name, toCell(read(row))]));
}

const toCell = (value: CellValue): Cell =>
  typeof value === 'object' ? value && [...value] : (value ?? null);
