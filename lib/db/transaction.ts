import pg from 'pg';
import { type Database, toDatabase } from '#lib/db/database';
import { endTransaction } from '#lib/db/on-commit';

export interface TransactionOptions {
  /** Whether every statement sees the same snapshot. */
  snapshot?: boolean;
  /** PostgreSQL settings by name, in effect until the outermost transaction ends. */
  settings?: Record<string, string>;
}

/**
 * Runs `work` in a transaction, which is committed when it resolves and rolled back when it throws. Inside an outer
 * transaction it joins that one.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  { snapshot = false, settings = {} }: TransactionOptions = {},
): Promise<T> {
  const pairs = Object.entries(settings).map(([name, value]) => `${name} = ${pg.escapeLiteral(value)}`);
  const setLocal = pairs.map((pair) => `SET LOCAL ${pair};`).join(' ');
  if (!(db.$client instanceof pg.Pool)) {
    if (setLocal) await db.$client.query(setLocal);
    return work(db);
  }
  const client = await db.$client.connect();
  try {
    await client.query(`BEGIN${snapshot ? ' ISOLATION LEVEL REPEATABLE READ' : ''}; ${setLocal}`);
    const result = await work(toDatabase(client));
    await client.query('COMMIT');
    endTransaction(client, { isCommitted: true });
    client.release();
    return result;
  } catch (error) {
    endTransaction(client, { isCommitted: false });
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
