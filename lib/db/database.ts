import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { redactFailedQueries } from '#lib/db/redact-errors';

/**
 * The database as functions receive it: Drizzle's query builder over the process's pool or, inside a
 * transaction, over its client. `$client` runs what `statement` defines.
 */
export type Database = NodePgDatabase & { $client: pg.Pool | pg.PoolClient } & PoolExtensions;

/** The database over a pool of connections. */
export type PooledDatabase = NodePgDatabase & { $client: pg.Pool } & PoolExtensions;

/** Functions that a process adds to a pool (`lib/scale`). A database over one client has none of them. */
export interface PoolExtensions {
  /**
   * Runs a transaction of an organization as soon as the organization may use another connection.
   * @returns null if too many calls of the organization wait
   */
  runInTurn?: (<T>(organizationId: string, run: () => Promise<T>) => Promise<T> | null) | undefined;
  staleReads?: StaleReads | undefined;
}

/** Serves reads whose data may be a few seconds old. */
export interface StaleReads {
  /** Maximum age of the data of a read, in milliseconds. */
  maxAgeMs: number;
  /** Runs `read` with the database to read from and the maximum age of its data, which is 0 for `current` itself. */
  run<T>(current: Database, read: (db: Database, ageMs: number) => Promise<T>): Promise<T>;
  /** Returns the age that the data of a read may have now, in milliseconds; null if reads use the current data. */
  getAgeMs(): number | null;
}

// Counts and sums, which arrive as bigint and numeric, fit a double exactly; costs of providers may be rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Options of a pool; `openDatabase` describes them. */
export interface PoolOptions {
  max?: number;
  name?: string;
  statementSeconds?: number;
  lockSeconds?: number;
  isRestricted?: boolean;
}

/**
 * Opens a pool of at most `max` connections. `name` shows in pg_stat_activity. Statements that run longer than
 * `statementSeconds` or wait longer than `lockSeconds` for a lock fail, as do transactions that are idle for a minute,
 * so nothing holds a connection or a lock forever. With `isRestricted`, statements outside `withOrganization` see no
 * rows of organizations; otherwise they see the rows of all organizations.
 */
export function openDatabase(
  databaseUrl: string,
  {
    max = 20,
    name = 'answerscope',
    statementSeconds = 900,
    lockSeconds = 60,
    isRestricted = false,
  }: PoolOptions = {},
): PooledDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementSeconds * 1000,
    lock_timeout: lockSeconds * 1000,
    idle_in_transaction_session_timeout: 60_000,
    ...(isRestricted ? {} : { options: '-c app.organization=*' }),
  });
  const logLoss = (error: Error) => {
    // While the pool closes, a database that stops can be faster than the farewell of a client.
    if (!pool.ending) log.warn({ error: describeError(error) }, 'database connection lost');
  };
  // Each client logs its own loss, idle or in use. An error without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', logLoss);
    redactFailedQueries(client);
  });
  return drizzle({ client: pool });
}

/** Returns the database over the same pool with further extensions. */
export function extendDatabase(db: PooledDatabase, extensions: PoolExtensions): PooledDatabase {
  const { $client, runInTurn, staleReads } = db;
  return Object.assign(drizzle({ client: $client }), { runInTurn, staleReads, ...extensions });
}

/** Returns the database over one client that the caller has checked out and releases. */
export function toDatabase(client: pg.PoolClient): Database {
  return drizzle({ client });
}
