import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/client';

/** The value of a cell; null where nothing was measured. */
export type ExportedValue = string | number | null;

/** A row by column key. */
export type ExportedRow = Record<string, ExportedValue>;

/**
 * A table or chart to export. Shares are numbers from 0 to 1 and days are UTC days, without formatting for screens.
 */
export interface ExportedTable {
  /** The rows do not depend on the period, so the file name has no days. */
  ignoresPeriod?: true;
  /** `key` is used in JSON, `label` in CSV. */
  columns: readonly { key: string; label: string }[];
  /**
   * Returns the rows under the filters. An unbounded list is read while it is sent.
   * @param asked the parameters of the URL
   */
  rows(
    context: Context,
    filters: MetricFilters,
    asked: SearchParameters,
  ): AsyncIterable<ExportedRow> | Promise<readonly ExportedRow[]>;
}

/** Returns columns from labels by key. */
export function toColumns(labels: Record<string, string>): ExportedTable['columns'] {
  return Object.entries(labels).map(([key, label]) => ({ key, label }));
}
