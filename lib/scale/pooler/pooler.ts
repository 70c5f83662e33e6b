import type pg from 'pg';
import type { Env } from '#lib/core/env';
import { openDatabase, type PooledDatabase, type PoolOptions } from '#lib/db/database';

/**
 * Returns the URL for work that needs a dedicated session: notifications, session locks, background jobs and
 * migrations.
 * @throws Error if DATABASE_URL is missing, or if only one of the two settings for a pooler is set
 */
export function getDirectUrl({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PAGES_URL }: Env): string {
  if (!DATABASE_URL) {
    throw new Error('DATABASE_URL is missing. Set it, or use npm start, which runs its own database.');
  }
  if ((DATABASE_DIRECT_URL === undefined) !== (DATABASE_PAGES_URL === undefined)) {
    throw new Error(
      'If DATABASE_URL points to PgBouncer, set both DATABASE_DIRECT_URL and DATABASE_PAGES_URL; otherwise set neither.',
    );
  }
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}

/**
 * Opens a pool of connections, behind PgBouncer if one is configured.
 * @throws Error if the settings are incomplete, or PgBouncer does not apply its own session settings
 */
export async function openPool(settings: Env, options: PoolOptions): Promise<PooledDatabase> {
  const directUrl = getDirectUrl(settings);
  const { DATABASE_URL = directUrl, DATABASE_PAGES_URL } = settings;
  if (!DATABASE_PAGES_URL) return openDatabase(DATABASE_URL, options);
  return openBehindPooler(options.isRestricted ? DATABASE_PAGES_URL : DATABASE_URL, options);
}

/**
 * Opens a pool over PgBouncer in transaction mode. Statements are not prepared, because each may run on another
 * connection of PostgreSQL. PgBouncer ignores the session settings that a client requests, and applies its own with
 * `connect_query`.
 * @throws Error if PgBouncer does not apply its own settings
 */
export async function openBehindPooler(url: string, options: PoolOptions): Promise<PooledDatabase> {
  const { isRestricted = false } = options;
  const db = openDatabase(url, options);
  db.$client.on('connect', useUnnamedStatements);
  const { rows } = await db.$client.query<{ organization: string; hasTimeouts: boolean }>(
    `SELECT coalesce(current_setting('app.organization', true), '') AS organization,
       current_setting('statement_timeout') <> '0' AND current_setting('lock_timeout') <> '0' AS "hasTimeouts"`,
  );
  const [session] = rows;
  const expected = isRestricted ? '' : '*';
  if (session?.organization === expected && session.hasTimeouts) return db;
  await db.$client.end();
  throw new Error(
    `PgBouncer does not configure the sessions of ${isRestricted ? 'DATABASE_PAGES_URL' : 'DATABASE_URL'}. ` +
      'Set its connect_query as in ops/pgbouncer/pgbouncer.ini.',
  );
}

/**
 * Removes the names of a client's statements, so that PostgreSQL parses each statement every time instead of preparing
 * it once: PgBouncer before 1.21 does not support prepared statements in transaction mode.
 */
function useUnnamedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client);
  const queryUnnamed = (first: unknown, ...rest: unknown[]) => {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first;
    return Reflect.apply(query, client, [isNamed ? { ...first, name: undefined } : first, ...rest]);
  };
  Object.defineProperty(client, 'query', { value: queryUnnamed, configurable: true });
}
