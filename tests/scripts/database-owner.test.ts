import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/db/client';
import { migrate } from '#lib/db/migrate';
import { createOrganization } from '#lib/service/organizations/organizations';
import { ensureDatabase, productRole } from '#scripts/postgres/role';

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

test('tables that the product role owned are transferred to the owner role and keep their data', async () => {
  const name = `owned_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`CREATE DATABASE ${name} OWNER ${productRole}`);
  try {
    const url = getUrl(name, productRole);
    await migrate(url);
    const db = openDatabase(url);
    const { id } = await createOrganization(db, { name: 'Kept' });
    await ensureDatabase((database) => getUrl(database), name, password);
    await ensureDatabase((database) => getUrl(database), name, password);
    const { rows } = await db.$client.query('SELECT name FROM organizations WHERE id = $1', [id]);
    expect(rows).toEqual([{ name: 'Kept' }]);
    await createOrganization(db, { name: 'New' });
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
    await db.$client.end();
  } finally {
    await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
