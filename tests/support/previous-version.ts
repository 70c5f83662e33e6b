import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { escapeIdentifier } from 'pg';
import { withConnection } from '#lib/db/connection';
import { grantAccess } from '#lib/db/migrate';
import { productRole } from '#scripts/postgres/product-role';
import { ownerRole } from '#scripts/postgres/role';
import type { TestDatabase } from '#tests/support/database';

/** The rows of an instance of version 0.1.0, and what its code returned. fixtures/upgrade/README.md describes it. */
interface PreviousInstance {
  /** The time of the last migration of the version, as the journal has it. */
  migratedTo: number;
  /** The rows of its tables, by name. */
  tables: Record<string, Record<string, unknown>[]>;
  expected: {
    organizationId: string;
    userId: string;
    projectId: string;
    reportId: string;
    /** Secrets of API keys. */
    keys: Record<'reporting' | 'readOnly' | 'rotated' | 'successor' | 'dashboard', string>;
    signingSecrets: { current: string; previous: string };
    channelSecret: string;
    shareToken: string;
    sessionId: string;
    sessionToken: string;
    /** Responses of `/v1/metrics` to the keys of two organizations. */
    responses: { secret: string; path: string; body: { nextCursor?: string | null } }[];
    frozenReport: object;
  };
}

export const previousInstance: PreviousInstance = JSON.parse(
  gunzipSync(readFileSync('fixtures/upgrade/0.1.0.json.gz')).toString(),
);

/** Replaces the schema and the rows of a database with those of the previous version. */
export async function restorePreviousVersion({ adminUrl }: TestDatabase): Promise<void> {
  const { tables, migratedTo } = previousInstance;
  const owner = { connectionString: adminUrl, options: `-c role=${ownerRole}` };
  await withConnection(owner, async (client) => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    // The first migration is the schema of version 0.1.0.
    await client.query(readFileSync('lib/db/migrations/0042_initial.sql', 'utf8'));
    await client.query(
      'CREATE TABLE migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
    );
    await client.query("INSERT INTO migrations (hash, created_at) VALUES ('', $1)", [migratedTo]);
    const months = new Set(tables.answers?.map((row) => String(row.requested_at).slice(0, 7)));
    for (const month of months) await client.query('SELECT ensure_answer_partitions($1)', [`${month}-01`]);
  });
  // A superuser, whose rows need not be in the order of their references.
  const admin = { connectionString: adminUrl, options: '-c session_replication_role=replica' };
  await withConnection(admin, async (client) => {
    for (const [name, rows] of Object.entries(tables)) {
      const { rows: columns } = await client.query<{ list: string }>(
        `SELECT string_agg(quote_ident(attname), ', ') AS list FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [name],
      );
      const list = columns[0]?.list ?? '';
      const table = escapeIdentifier(name);
      await client.query(
        `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
  });
  await grantAccess(adminUrl, { owner: ownerRole, user: productRole });
}
