import { type FileNameParts, formatFileName } from '#lib/core/file-name';
import type { Permission } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import {
  type Column,
  defineColumns,
  type ExportedColumn,
  type ExportedRow,
} from '#lib/dashboard/exports/define-table';
import type { Context } from '#lib/db/client';
import { getOrganization } from '#lib/service/organizations/organizations';

type UrlParameters = Record<string, string>;

/** The period and the filters that the file name of a table contains. */
export type TableDescription = Pick<FileNameParts, 'period' | 'labels'>;

export interface OrganizationTable {
  permission: Permission;
  columns: readonly ExportedColumn[];
  /** Describes the filters in the URL for the file name; a table without filters is described by the current day. */
  describe(context: Context, parameters: UrlParameters): Promise<TableDescription>;
  /** Reads the rows that match the filters in the URL; invalid filters are ignored, as on the page. */
  rows(context: Context, parameters: UrlParameters): Promise<AsyncIterable<ExportedRow>>;
}

/** Defines a table by its permission, rows and columns. */
export function defineOrganizationTable<Row>(table: {
  permission: Permission;
  describe?: (context: Context, parameters: UrlParameters) => TableDescription | Promise<TableDescription>;
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
    describe: async (...input) => (await table.describe?.(...input)) ?? describeToday(input[0]),
    rows: async (...input) => readRows(await table.rows(...input)),
  };
}

/** Names the file of a table by the organization, the period and the filters in the URL. */
export async function nameOrganizationFile(
  context: Context,
  {
    table,
    exported,
    parameters,
    extension,
  }: { table: string; exported: OrganizationTable; parameters: UrlParameters; extension: string },
): Promise<string> {
  const { name: subject } = await getOrganization(context);
  const description = await exported.describe(context, parameters);
  return formatFileName({ subject, table, ...description, extension });
}

/** Describes a table by the current day, because it covers everything up to now. */
export function describeToday({ clock }: Context, labels: readonly string[] = []): TableDescription {
  const today = toUtcDay(clock.now());
  return { period: { from: today, to: today }, labels };
}

/** Labels the chosen filter value by its name, or by the start of its ID if it is not one of the options. */
export function labelChoice(id: string, options: readonly { id: string; name: string }[]): string {
  return options.find((option) => option.id === id)?.name ?? id.slice(0, 8);
}

/** Number of rows that a table's `readPage` (see `readAll`) reads at a time. */
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
