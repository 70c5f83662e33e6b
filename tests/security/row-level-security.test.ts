import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
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

test('every table with an organization ID has a forced row-level security policy, including partitions', async () => {
  await db.$client.query("SELECT ensure_answer_partitions('2031-05-01')");
  const { rows } = await db.$client.query(`
    SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
      EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AS policy
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ name }) => name)).toContain('mentions_2031_05');
  expect(rows.filter(({ forced, policy }) => !forced || !policy)).toEqual([]);
});

test('the product’s role can neither bypass row-level security nor change tables', async () => {
  const { rows: roles } = await db.$client.query(
    'SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user',
  );
  expect(roles).toEqual([{ rolname: 'answerscope', rolsuper: false, rolbypassrls: false }]);
  for (const statement of [
    'ALTER TABLE projects DISABLE ROW LEVEL SECURITY',
    'DROP POLICY tenant ON projects',
    'ALTER TABLE projects OWNER TO answerscope',
    'CREATE TABLE public.stolen (id int)',
    'SET ROLE answerscope_owner',
    'DELETE FROM migrations',
  ]) {
    await expect(db.$client.query(statement), statement).rejects.toThrow(/must be owner|permission denied/);
  }
});

test('without an organization, no rows can be read or written', async () => {
  const restricted = openDatabase(database.url, { isRestricted: true });
  try {
    const { rows: tables } = await db.$client.query(`
      SELECT c.relname AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
    for (const { name } of tables) {
      const { rows } = await restricted.$client.query(`SELECT count(*) AS rows FROM ${name}`);
      expect(rows, name).toEqual([{ rows: 0 }]);
    }
    await expect(
      restricted.$client.query("INSERT INTO projects (organization_id, name) VALUES ($1, 'x')", [
        tenant.organizationId,
      ]),
    ).rejects.toThrow(/row-level security/);
    const { rows } = await withOrganization({ ...tenant, db: restricted }, (tx) =>
      tx.db.$client.query('SELECT DISTINCT organization_id AS id FROM projects'),
    );
    expect(rows).toEqual([{ id: tenant.organizationId }]);
    // After the transaction, the connection is again without an organization and sees no rows.
    expect((await restricted.$client.query('SELECT FROM projects')).rowCount).toBe(0);
  } finally {
    await restricted.$client.end();
  }
});

test('a statement without WHERE affects only rows of the organization', async () => {
  for (const table of ['projects', 'brands', 'prompts', 'memberships', 'credit_balances']) {
    const { rows } = await withOrganization(tenant, ({ db }) =>
      db.$client.query(`SELECT DISTINCT organization_id AS id FROM ${table}`),
    );
    expect(rows, table).toEqual([{ id: tenant.organizationId }]);
  }
  await withOrganization(tenant, ({ db }) => db.$client.query("UPDATE projects SET name = 'Ours'"));
  await withOrganization(tenant, ({ db }) => db.$client.query('DELETE FROM prompts'));
  const { rows } = await db.$client.query(
    'SELECT name, (SELECT count(*)::int FROM prompts WHERE organization_id = $1) AS prompts FROM projects WHERE organization_id = $1',
    [otherTenant.organizationId],
  );
  expect(rows).toEqual([{ name: 'Kayaks', prompts: 4 }]);
});

test('rejects rows of another organization', async () => {
  const insert = withOrganization(tenant, ({ db }) =>
    db.$client.query("INSERT INTO projects (organization_id, name, created_at) VALUES ($1, 'x', now())", [
      otherTenant.organizationId,
    ]),
  );
  await expect(insert).rejects.toThrow(/row-level security/);
});
