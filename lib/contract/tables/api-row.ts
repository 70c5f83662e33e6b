import {
  type Column,
  type MeanColumn,
  type MetricColumn,
  type SentimentColumn,
  selectColumns,
  type Table,
} from '#lib/contract/tables/define-table';
import type { ApiMetric } from '#lib/contract/tables/metric-schemas';
import {
  toApiChange,
  toApiMean,
  toApiMetric,
  toApiRate,
  toApiSentiment,
} from '#lib/contract/tables/to-api-metric';

/** Returns a response with the rows of a table, whose schema is `toRowSchema` of the table. */
export function toApiPage<Row, Page extends object>(
  table: Table<Row>,
  { rows, ...page }: Page & { rows: readonly Row[] },
) {
  return { ...page, data: rows.map((row) => toApiRow(table, row)) };
}

/** Returns a row of a table as the API has it. */
export function toApiRow<Row>(table: Table<Row>, row: Row) {
  return Object.fromEntries(
    selectColumns(table, 'api').map((column) => [column.key, toApiValue(column, row)]),
  );
}

function toApiValue<Row>(column: Column<Row>, row: Row) {
  if ('value' in column) return column.value(row) ?? null;
  if ('engines' in column) return column.engines(row) ?? null;
  if ('list' in column) {
    const names = Object.keys(column.fields);
    return (
      column.list(row)?.map((item) => Object.fromEntries(names.map((name) => [name, item[name]]))) ?? null
    );
  }
  if ('change' in column) {
    const change = column.change(row);
    return change ? toApiChange(change) : null;
  }
  if ('rate' in column) {
    const rate = column.rate(row);
    return rate ? toApiRate(rate) : null;
  }
  return readApiMetric(column, row);
}

type AnyMetricColumn<Row> = MetricColumn<Row> | MeanColumn<Row> | SentimentColumn<Row>;

/** Returns whether a column contains a metric with its grade and change. */
export function isMetricColumn<Row>(column: Column<Row>): column is Column<Row> & AnyMetricColumn<Row> {
  return 'metric' in column || 'mean' in column || 'sentiment' in column;
}

/** Returns the metric of a row as the API has it; null if nothing was measured. */
export function readApiMetric<Row>(column: AnyMetricColumn<Row>, row: Row): ApiMetric | null {
  if ('sentiment' in column) {
    const sentiment = column.sentiment(row);
    return sentiment ? toApiSentiment(sentiment) : null;
  }
  if ('mean' in column) {
    const mean = column.mean(row);
    return mean ? toApiMean(mean) : null;
  }
  const metric = column.metric(row);
  return metric ? toApiMetric(metric) : null;
}
