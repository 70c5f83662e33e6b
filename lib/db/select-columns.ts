import { type SQL, sql } from 'drizzle-orm';

/** The values of each column, which PostgreSQL serializes several times as fast as rows; null without rows. */
export type Columns<Row> = { [Key in keyof Row]: Row[Key][] | null };

/**
 * Selects expressions as columns, for `toRows`.
 * @param source the FROM clause without the keyword FROM
 */
export function selectColumns(expressions: Record<string, string>, source: SQL): SQL {
  const aliases = Object.entries(expressions).map(([name, expression]) => `${expression} AS "${name}"`);
  const columns = Object.keys(expressions).map((name) => `'${name}', array_agg("${name}")`);
  return sql`(SELECT json_build_object(${sql.raw(columns.join(', '))})
    FROM (SELECT ${sql.raw(aliases.join(', '))} FROM ${source}) selected)`;
}

/** Converts the columns that `selectColumns` selects to rows. */
export function toRows<Row extends object>(columns: Columns<Row> | undefined): Row[] {
  const entries = Object.entries<unknown[] | null>(columns ?? {});
  return Array.from(
    { length: entries[0]?.[1]?.length ?? 0 },
    (_, index) => Object.fromEntries(entries.map(([name, values]) => [name, values?.[index]])) as Row,
  );
}
