import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Database } from '#lib/db/database';

const dialect = new PgDialect();

/**
 * Runs a composed `sql` fragment and returns its rows. Timestamps are `Date`s, counts and sums are numbers.
 * An array becomes one PostgreSQL array parameter only as `sql.param(array)`; a plain `${array}` becomes a list.
 */
export async function queryRows<Row extends QueryResultRow>(db: Database, fragment: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(fragment);
  const { rows } = await db.$client.query<Row>(text, params);
  return rows;
}
