import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';

/** What stands in a cell of a file; null where nothing was measured. */
export type ExportedValue = string | number | null;

/** A row by the keys of its columns. */
export type ExportedRow = Record<string, ExportedValue>;

/**
 * A table or chart as a file. Shares are numbers from 0 to 1 and days are UTC days, as they were computed: rounding
 * and percent signs are for screens.
 */
export interface ExportedTable {
  /** It is the same whatever days the filters name, so that they do not stand in its file's name. */
  ignoresPeriod?: true;
  /** `key` names it in JSON, `label` heads it in CSV. */
  columns: readonly { key: string; label: string }[];
  /**
   * Its rows under the filters. A list without an end in sight is read as it is sent, never as a whole.
   * @param asked the parameters of the address beside the filters
   */
  rows(
    context: Context,
    filters: MetricFilters,
    asked: SearchParameters,
  ): AsyncIterable<ExportedRow> | Promise<readonly ExportedRow[]>;
}

/** Columns by key, labelled. */
export function toColumns(labels: Record<string, string>): ExportedTable['columns'] {
  return Object.entries(labels).map(([key, label]) => ({ key, label }));
}
