import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { migrate } from '#lib/db/migrate';
import { createOrganization } from '#lib/service/organizations/organizations';
import { productRole } from '#scripts/postgres/product-role';
import { ensureDatabase } from '#scripts/postgres/role';

const { adminUrl, password } = inject('postgres');

function getUrl(database: string, user?: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (user) [url.username, url.password] = [user, password];
  return url.href;
}

async function runAsAdmin(statement: string, database = 'postgres'): Promise<void> {
  const client = new Client({ connectionString: getUrl(database) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test('only the owner changes tables and applies migrations, and none to a version before 0.1.0', async () => {
  const name = `owned_${randomBytes(6).toString('hex')}`;
  const url = getUrl(name, productRole);
  const prepare = () => ensureDatabase((database) => getUrl(database), name, password);
  await prepare();
  try {
    const db = openDatabase(url);
    const { id } = await createOrganization(db, { name: 'Kept' });
    await prepare();
    const { rows } = await db.$client.query('SELECT name FROM organizations WHERE id = $1', [id]);
    expect(rows).toEqual([{ name: 'Kept' }]);
    await db.$client.query("SELECT ensure_answer_partitions('2031-05-01')");
    const { rows: owned } = await db.$client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner = '${productRole}'::regrole`,
    );
    expect(owned).toEqual([]);
    await expect(db.$client.query('ALTER TABLE organizations ADD COLUMN x int')).rejects.toThrow(
      /must be owner/,
    );
    // No migration is pending, so a role that cannot change tables is enough.
    await migrate(url);
    await runAsAdmin('DELETE FROM migrations', name);
    await expect(migrate(url)).rejects.toThrow('Set DATABASE_OWNER_URL');
    await runAsAdmin("INSERT INTO migrations (hash, created_at) VALUES ('', 1)", name);
    await expect(migrate(url)).rejects.toThrow('Start version 0.1.0');
    await expect(prepare()).rejects.toThrow('Start version 0.1.0');
    await db.$client.end();
  } finally {
    await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
