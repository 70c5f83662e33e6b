import type { Permission } from '#lib/core/permissions';
import {
  type Column,
  defineColumns,
  type ExportedColumn,
  type ExportedRow,
} from '#lib/dashboard/exports/define-table';
import type { Context } from '#lib/db/client';

type UrlParameters = Record<string, string>;

export interface OrganizationTable {
  permission: Permission;
  columns: readonly ExportedColumn[];
  /** Reads the rows that match the filters in the URL; invalid filters are ignored, as on the page. */
  rows(context: Context, parameters: UrlParameters): Promise<AsyncIterable<ExportedRow>>;
}

/** Defines a table by its permission, rows and columns. */
export function defineOrganizationTable<Row>(table: {
  permission: Permission;
  rows: (
    context: Context,
    parameters: UrlParameters,
  ) => AsyncIterable<Row> | Promise<readonly Row[] | AsyncIterable<Row>>;
  columns: readonly Column<Row>[];
}): OrganizationTable {
  const { columns, readRows } = defineColumns(table.columns);
  return {
    permission: table.permission,
    columns,
    rows: async (...input) => readRows(await table.rows(...input)),
  };
}

export const pageSize = 1_000;

/** Yields all rows of a list that is read in parts. A part is read once the rows before it have been sent. */
export async function* readAll<Row>(
  readPage: (before: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
): AsyncGenerator<Row> {
  for (let before: string | undefined; ; ) {
    const { rows, next } = await readPage(before);
    yield* rows;
    if (next === null) return;
    before = next;
  }
}

/** Formats an instant as ISO 8601. */
export const toIso = (instant: Date | null | undefined) => instant?.toISOString();
