import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { advisoryLocks } from '#lib/db/advisory-locks';

const folder = path.join(import.meta.dirname, 'migrations');

/**
 * Applies pending migrations; safe to call from several processes at once.
 * @param options.role the role that owns the tables, if it is not the role of the URL
 * @throws Error if migrations are pending and the role may not apply them
 */
export async function migrate(databaseUrl: string, { role }: { role?: string } = {}): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    if (!(await canMigrate(client))) {
      if (await isCurrent(client)) return;
      throw new Error(
        'The database needs a migration, and the role of DATABASE_URL may not change tables. Set DATABASE_OWNER_URL to the URL of the role that owns them.',
      );
    }
    // Migrations change the rows of all organizations, which needs a permission since row-level security fails closed.
    await client.query(
      "SELECT set_config('app.organization', '*', false) WHERE to_regproc('secure_tenant_table') IS NOT NULL",
    );
    await applyMigrations(drizzle(client), {
      migrationsFolder: folder,
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    });
  } finally {
    await client.end();
  }
}

async function canMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_schema_privilege('public', 'CREATE') AS allowed",
  );
  return rows[0]?.allowed ?? false;
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** Returns whether the newest migration has been applied. */
async function isCurrent(client: pg.Client): Promise<boolean> {
  const journal = journalSchema.parse(
    JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')),
  );
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  const { rows } = await client.query("SELECT to_regclass('public.migrations') AS migrations");
  if (rows[0]?.migrations === null) return false;
  const { rowCount } = await client.query('SELECT FROM migrations WHERE created_at >= $1', [newest]);
  return (rowCount ?? 0) > 0;
}

/**
 * Grants a role that owns no tables read and write access to them, including tables of later migrations.
 * @param url URL of the owner, or of a superuser
 * @param roles.owner the role that owns the tables, if it is not the role of the URL
 */
export async function grantAccess(
  url: string,
  { owner, user }: { owner?: string; user: string },
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    ...(owner === undefined ? {} : { options: `-c role=${owner}` }),
  });
  await client.connect();
  try {
    const role = pg.escapeIdentifier(user);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    const access = 'GRANT SELECT, INSERT, UPDATE, DELETE ON';
    await client.query(`${access} ALL TABLES IN SCHEMA public TO ${role}`);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public ${access} TABLES TO ${role}`);
    await client.query(`REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${role}`);
  } finally {
    await client.end();
  }
}
