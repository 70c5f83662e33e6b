import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Returns the condition that the columns of a table have these values; null matches NULL. */
export function hasValues<T extends PgTable>(
  table: T,
  values: { organizationId: string } & Partial<T['$inferSelect']>,
): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return and(
    ...Object.entries(values).map(([name, value]) => {
      const column = columns[name];
      if (!column) throw new Error(`The table has no column ${name}.`);
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}
