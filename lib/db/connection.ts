import pg from 'pg';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';

/**
 * What statements run on: the pool, or one client of it inside a transaction. Verbs take either and never
 * open a transaction inside one (see `transaction`).
 */
export type Connection = pg.Pool | pg.PoolClient;

// Counts and sums arrive as bigint and numeric; all of ours fit a double exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Opens a pool on a PostgreSQL. `name` shows in pg_stat_activity. */
export function openPool(databaseUrl: string, { max = 20, name = 'answerscope' } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ error: describeError(error) }, 'an idle database connection broke'));
  return pool;
}

export interface TransactionOptions {
  /** Every statement sees the database as the first one did. */
  snapshot?: boolean;
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Inside an outer
 * transaction (the connection is a client) it takes part in that one.
 */
export async function transaction<T>(
  connection: Connection,
  work: (client: pg.PoolClient) => Promise<T>,
  { snapshot = false }: TransactionOptions = {},
): Promise<T> {
  if (!(connection instanceof pg.Pool)) return work(connection);
  const client = await connection.connect();
  try {
    await client.query(snapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN');
    const result = await work(client);
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
