import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { createIndexConcurrently, isConcurrentIndex } from '#lib/db/concurrent-index';
import { isBatched, runInBatches } from '#lib/db/run-in-batches';

type Migration = ReturnType<typeof readMigrationFiles>[number];

/** Maximum wait of a migration for a lock; other statements queue behind it in the meantime. */
const lockTimeoutMs = 500;
/**
 * Maximum time for which a migration, or each statement of one without a transaction, is retried while other statements
 * hold a lock that it needs.
 */
const maxWaitMs = 10 * 60_000;

/** The first line of a migration whose statements each commit on their own. */
const noTransaction = '-- no-transaction';

/**
 * Applies pending migrations, oldest first, without interrupting traffic: one that cannot get a lock soon is rolled
 * back and retried. CONTRIBUTING.md describes how migrations are written.
 * @param client a dedicated connection with the role that owns the tables
 * @throws Error of the statement that failed, after which the migrations before it stay applied; and if the database is
 *   of a version before 0.1.0
 */
export async function runMigrations(client: pg.Client, folder: string): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS public.migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  for (const migration of await listPendingMigrations(client, folder)) await runMigration(client, migration);
}

/**
 * Lists the migrations that have not been applied, oldest first.
 * @throws Error if the database is of a version before 0.1.0, whose schema the first migration contains
 */
export async function listPendingMigrations(client: pg.Client, folder: string): Promise<Migration[]> {
  const { rows } = await client.query<{ createdAt: number }>(
    'SELECT created_at::float8 AS "createdAt" FROM public.migrations',
  );
  const applied = new Set(rows.map(({ createdAt }) => createdAt));
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const oldest = Math.min(...migrations.map(({ folderMillis }) => folderMillis));
  if (applied.size > 0 && Math.max(...applied) < oldest) {
    throw new Error(
      'The database is of a version before 0.1.0. Start version 0.1.0 (commit 8166b685) on it once, and then this version.',
    );
  }
  return migrations.filter(({ folderMillis }) => !applied.has(folderMillis));
}

async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  const [first = ''] = migration.sql;
  if (!first.trimStart().startsWith(noTransaction)) {
    return retryLocked(client, () =>
      inTransaction(client, async () => {
        for (const statement of migration.sql) await client.query(statement);
        await recordMigration(client, migration);
      }),
    );
  }
  for (const statement of migration.sql) await runAlone(client, statement);
  await recordMigration(client, migration);
}

/** Runs a statement that commits on its own. It runs again after an interruption, so it must be idempotent. */
async function runAlone(client: pg.Client, statement: string): Promise<void> {
  const run = (text: string) => retryLocked(client, async () => (await client.query(text)).rowCount ?? 0);
  if (isConcurrentIndex(statement)) await createIndexConcurrently(client, statement, run);
  else if (isBatched(statement)) await runInBatches(client, statement, run);
  else await run(statement);
}

async function recordMigration(client: pg.Client, { hash, folderMillis }: Migration): Promise<void> {
  await client.query('INSERT INTO public.migrations (hash, created_at) VALUES ($1, $2)', [
    hash,
    folderMillis,
  ]);
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Retries work that could not get a lock, with pauses in which other statements can run. */
async function retryLocked<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + maxWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > deadline) throw error;
      log.warn({ attempt, error: describeError(error) }, 'migration waits for a lock');
      await wait(Math.min(500 * attempt, 5_000));
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
