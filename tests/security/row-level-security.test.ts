import { afterAll, expect, test } from 'vitest';
import { openDatabase, scoped } from '#lib/db/client';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createOwner } from '#tests/support/owners';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const tenant = await createOwner(db);
const otherTenant = await createOwner(db);
await createTestProject(tenant);
await createTestProject(otherTenant);

test('every table with an organization has a forced row-level security policy, including partitioned parents', async () => {
  const { rows } = await db.$client.query(`
    SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
      EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AS policy
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ forced, policy }) => !forced || !policy)).toEqual([]);
  const { rows: roles } = await db.$client.query(
    'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user',
  );
  expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('a statement without WHERE affects only rows of the organization', async () => {
  for (const table of ['projects', 'brands', 'prompts', 'memberships', 'credit_balances']) {
    const { rows } = await scoped(tenant, ({ db }) =>
      db.$client.query(`SELECT DISTINCT organization_id AS id FROM ${table}`),
    );
    expect(rows, table).toEqual([{ id: tenant.organizationId }]);
  }
  await scoped(tenant, ({ db }) => db.$client.query("UPDATE projects SET name = 'Ours'"));
  await scoped(tenant, ({ db }) => db.$client.query('DELETE FROM prompts'));
  const { rows } = await db.$client.query(
    'SELECT name, (SELECT count(*)::int FROM prompts WHERE organization_id = $1) AS prompts FROM projects WHERE organization_id = $1',
    [otherTenant.organizationId],
  );
  expect(rows).toEqual([{ name: 'Kayaks', prompts: 4 }]);
});

test('rejects rows of another organization', async () => {
  const insert = scoped(tenant, ({ db }) =>
    db.$client.query("INSERT INTO projects (organization_id, name, created_at) VALUES ($1, 'x', now())", [
      otherTenant.organizationId,
    ]),
  );
  await expect(insert).rejects.toThrow(/row-level security/);
});
