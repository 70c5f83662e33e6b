import { AsyncLocalStorage } from 'node:async_hooks';
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import pg, { type QueryResultRow } from 'pg';
import { getEnv } from '#lib/core/env';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Actor } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import type { Clock } from '#lib/core/time';

/**
 * The database as functions receive it: Drizzle's query builder over the process's pool or, inside a
 * transaction, over its client. `$client` runs the prepared statements of measured hot paths.
 */
export type Database = NodePgDatabase & { $client: pg.Pool | pg.PoolClient };

/** The database over a pool of connections. */
export type PooledDatabase = NodePgDatabase & { $client: pg.Pool };

// Counts and sums, which arrive as bigint and numeric, fit a double exactly; costs of providers may be rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Opens a pool of at most `max` connections. `name` shows in pg_stat_activity. Statements that run longer than
 * `statementSeconds` or wait longer than `lockSeconds` for a lock fail, as do transactions that are idle for a minute,
 * so nothing holds a connection or a lock forever. With `isRestricted`, statements outside `withOrganization` see no
 * rows of organizations; otherwise they see the rows of all organizations.
 */
export function openDatabase(
  databaseUrl: string,
  { max = 20, name = 'answerscope', statementSeconds = 900, lockSeconds = 60, isRestricted = false } = {},
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
  if (isRestricted) connectionLimits.set(pool, new LRUCache({ max: maxOrganizations }));
  const logLoss = (error: Error) => log.warn({ error: describeError(error) }, 'database connection lost');
  // Each client logs its own loss, idle or in use. An error without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', logLoss));
  return drizzle({ client: pool });
}

/** Returns the database over one client that the caller has checked out and releases. */
export function toDatabase(client: pg.PoolClient): Database {
  return drizzle({ client });
}

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
  // Unlike set_config, SET LOCAL also reaches the workers of a distributed database.
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

/** The first argument of most functions of the service and the dashboard that read or write data. */
export interface Context {
  db: Database;
  clock: Clock;
  /** Scopes every statement. */
  organizationId: string;
  actor: Actor;
  /** The browser or program that sent the request, for the audit log. */
  client?: { ipAddress: string; userAgent: string };
  /** The replica on which reads of metrics may run; without it, they run on `db`. */
  replica?: ReadReplica | undefined;
  /** When the data of the transaction was current, if it may be older than now. */
  asOf?: Date;
}

/** The first argument of functions about the account of a user, who need not belong to any organization. */
export type AccountContext = Omit<Context, 'organizationId'>;

/** A copy of the database for reads whose data may be a few seconds old. */
export interface ReadReplica {
  /** Runs `read` on the replica, with the maximum age of its data, or on `primary` if the replica cannot be used. */
  read<T>(primary: Database, read: (db: Database, lagMs: number) => Promise<T>): Promise<T>;
  /** Returns how old the data of a read may be now; null if reads use the primary. */
  getLagMs(): number | null;
}

/** Returns a context in which the instance's operator, who has every permission, acts on one organization. */
export function createOperatorContext(base: Pick<Context, 'db' | 'clock'>, organizationId: string): Context {
  return { db: base.db, clock: base.clock, organizationId, actor: { kind: 'operator' } };
}

/**
 * Runs `work` in a transaction of the context's organization: row-level security hides the rows of all others.
 * All pages of an organization share a few connections, so that it cannot slow down others. Further calls wait.
 * @throws ServiceError RATE_LIMIT_EXCEEDED if too many calls of the organization wait
 */
export async function withOrganization<C extends Context, T>(
  context: C,
  work: (context: C) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { db, organizationId } = context;
  if (!isUuid(organizationId)) throw new Error('The ID of the organization is not a UUID.');
  const settings = { ...options.settings, 'app.organization': organizationId };
  const run = () =>
    transaction(db, (tx) => work({ ...context, db: tx, replica: undefined }), { ...options, settings });
  const limits = db.$client instanceof pg.Pool ? connectionLimits.get(db.$client) : undefined;
  // A call within another one must not wait for it.
  if (!limits || limitedOrganization.getStore() === organizationId) return run();
  const limit = limits.get(organizationId) ?? pLimit(connectionsPerOrganization);
  limits.set(organizationId, limit);
  if (limit.pendingCount < waitingPerOrganization) {
    return limit(() => limitedOrganization.run(organizationId, run));
  }
  const message = 'Your organization is loading too many pages at once. Try again in a moment.';
  throw new ServiceError('RATE_LIMIT_EXCEEDED', { message });
}

/** Maximum number of connections that the pages of one organization use at once, and of calls that wait for one. */
const connectionsPerOrganization = 2;
const waitingPerOrganization = 200;
const maxOrganizations = 10_000;

/** The organization whose limited call is running. */
const limitedOrganization = new AsyncLocalStorage<string>();

/** The limits of each restricted pool, by organization. */
const connectionLimits = new WeakMap<pg.Pool, LRUCache<string, LimitFunction>>();

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

/** The PostgreSQL types of a column whose values have the type `T`. */
type ColumnType<T> = [T] extends [undefined]
  ? 'void'
  : [NonNullable<T>] extends [string]
    ? 'text' | 'uuid'
    : [NonNullable<T>] extends [number]
      ? 'int2' | 'int4' | 'int8' | 'numeric' | 'float8'
      : [NonNullable<T>] extends [boolean]
        ? 'bool'
        : [NonNullable<T>] extends [Date]
          ? 'timestamptz'
          : 'jsonb';

/** A raw SQL statement for a hot path. The columns of its rows are checked against the database by tests/db. */
export interface Statement<Row> {
  name: string;
  text: string;
  /** The columns it returns and their types. */
  columns: { [Column in keyof Row]: ColumnType<Row[Column]> };
  /** Default true. False for statements on queues: a plan prepared for an empty queue is slow for a full one. */
  isPrepared?: boolean;
}

const statements: Statement<unknown>[] = [];

/** The statements that the loaded modules define. */
export const definedStatements: readonly Statement<unknown>[] = statements;

/** Declares a statement. */
export function defineStatement<Row = object>(statement: Statement<Row>): Statement<Row> {
  statements.push(statement);
  return statement;
}

/** Runs a statement in one round trip and returns its rows. */
export async function runStatement<Row>(
  db: Database,
  { name, text, isPrepared = true }: Statement<Row>,
  values: unknown[] = [],
): Promise<Row[]> {
  const query = isPrepared ? { name, text, values } : { text, values };
  const { rows } = await db.$client.query<Row & object>(query);
  return rows;
}

/** Returns the values of rows by column, for a statement that reads them with `unnest`. Undefined is stored as NULL. */
export function toColumnArrays<Row>(rows: readonly Row[], columns: readonly (keyof Row)[]): unknown[][] {
  return columns.map((column) => rows.map((row) => row[column]));
}

/** The connection pools of a process. */
interface ProcessDatabases {
  /** For work across organizations, such as signing in and `/v1`, which names the organization in every statement. */
  system: PooledDatabase;
  /** For pages: only `withOrganization` sees rows of an organization. */
  restricted: PooledDatabase;
  replica?: ReadReplica | undefined;
}

declare global {
  /** Global, because Next.js may load a module more than once in a process. */
  var answerscopeDatabases: ProcessDatabases | undefined;
}

/** Returns this process's databases, opened at the first call. @throws Error when DATABASE_URL is missing */
export function getDatabases(): ProcessDatabases {
  if (globalThis.answerscopeDatabases) return globalThis.answerscopeDatabases;
  const { DATABASE_URL, DATABASE_POOL } = getEnv();
  if (!DATABASE_URL)
    throw new Error('DATABASE_URL is missing. Set it, or use npm start, which runs its own database.');
  const limits = { name: 'answerscope web', statementSeconds: 30, lockSeconds: 10 };
  const max = Math.ceil(DATABASE_POOL / 2);
  globalThis.answerscopeDatabases = {
    system: openDatabase(DATABASE_URL, { ...limits, max }),
    restricted: openDatabase(DATABASE_URL, { ...limits, max: DATABASE_POOL - max, isRestricted: true }),
  };
  return globalThis.answerscopeDatabases;
}

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
