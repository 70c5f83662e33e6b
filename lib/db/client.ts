import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';

/**
 * The database as functions receive it: Drizzle's query builder over the process's pool or, inside a
 * transaction, over its client. `$client` runs the prepared statements of measured hot paths.
 */
export type Database = NodePgDatabase & { $client: pg.Pool | pg.PoolClient };

/** The database over a whole pool, as a process holds it. */
export type PooledDatabase = NodePgDatabase & { $client: pg.Pool };

// Counts and sums arrive as bigint and numeric; all of ours fit a double exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Opens a pool of at most `max` connections. `name` shows in pg_stat_activity. */
export function openDatabase(databaseUrl: string, { max = 20, name = 'answerscope' } = {}): PooledDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ error: describeError(error) }, 'idle database connection lost'));
  return drizzle({ client: pool });
}

/** Returns the database over one client that the caller has checked out and releases. */
export function onClient(client: pg.PoolClient): Database {
  return drizzle({ client });
}

export interface TransactionOptions {
  /** Every statement sees the database as the first one did. */
  snapshot?: boolean;
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Inside an outer
 * transaction it takes part in that one.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  { snapshot = false }: TransactionOptions = {},
): Promise<T> {
  if (!(db.$client instanceof pg.Pool)) return work(db);
  const client = await db.$client.connect();
  try {
    await client.query(snapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN');
    const result = await work(onClient(client));
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
