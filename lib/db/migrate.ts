import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { withConnection } from '#lib/db/connection';
import { listPendingMigrations, runMigrations } from '#lib/db/run-migrations';

const lockPollMs = 100;
const productFolder = path.join(import.meta.dirname, 'migrations');

/**
 * Applies pending migrations; safe to call from several processes at once, and while others use the database.
 * @param options.role the role that owns the tables, if it is not the role of the URL
 * @param options.folder contains the migrations; the product's by default
 * @throws Error if migrations are pending and the role is not allowed to apply them, or if the database is of a version
 *   before 0.1.0
 */
export async function migrate(
  databaseUrl: string,
  { role, folder = productFolder }: { role?: string; folder?: string } = {},
): Promise<void> {
  await withConnection(toConfig(databaseUrl, role), async (client) => {
    await lockMigrations(client);
    if (!(await canMigrate(client))) {
      if (await isCurrent(client, folder)) return;
      throw new Error(
        'The database needs a migration, and the role of DATABASE_URL is not allowed to change tables. Set DATABASE_OWNER_URL to the URL of the role that owns them.',
      );
    }
    // Migrations change the rows of all organizations. Without this setting, row-level security hides these rows.
    await client.query("SELECT set_config('app.organization', '*', false)");
    await runMigrations(client, folder);
  });
}

/** Returns the configuration of a connection that acts as `role`, by default as the role of the URL. */
function toConfig(connectionString: string, role: string | undefined): pg.ClientConfig {
  return { connectionString, ...(role === undefined ? {} : { options: `-c role=${role}` }) };
}

/**
 * Takes the lock that migrations hold for their session. Polls it, because a statement that waited for the lock would be
 * an open transaction, and CREATE INDEX CONCURRENTLY waits for open transactions.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLocks.migration,
    ]);
    if (rows[0]?.locked) return;
    await wait(lockPollMs);
  }
}

async function canMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_schema_privilege('public', 'CREATE') AS allowed",
  );
  return rows[0]?.allowed ?? false;
}

/** Returns whether all migrations have been applied. */
async function isCurrent(client: pg.Client, folder: string): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('public.migrations') AS migrations");
  if (rows[0]?.migrations === null) return false;
  return (await listPendingMigrations(client, folder)).length === 0;
}

/**
 * Grants a role that does not own the tables in `public` read and write access to them, including tables of later
 * migrations. The table `migrations` stays read-only.
 * @param url URL of the owner, or of a superuser
 * @param roles `user` gets access; `owner` owns the tables, if it is not the role of the URL
 */
export async function grantAccess(
  url: string,
  { owner, user }: { owner?: string; user: string },
): Promise<void> {
  await withConnection(toConfig(url, owner), async (client) => {
    const role = pg.escapeIdentifier(user);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    const access = 'GRANT SELECT, INSERT, UPDATE, DELETE ON';
    await client.query(`${access} ALL TABLES IN SCHEMA public TO ${role}`);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public ${access} TABLES TO ${role}`);
    await client.query(`REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${role}`);
  });
}
