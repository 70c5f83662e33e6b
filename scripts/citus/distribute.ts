import { escapeIdentifier } from 'pg';
import { withConnection } from '#lib/db/connection';
import { distributedTables, referenceTable } from '#scripts/citus/tables';
import { productRole } from '#scripts/postgres/product-role';
import { ownerRole } from '#scripts/postgres/role';

/** The database role that the dashboard’s pages connect with (DATABASE_PAGES_URL). */
const pagesRole = 'answerscope_pages';

/**
 * The row-level security policy without subqueries, which Citus does not support in policies. On one server it would
 * be slower: it reads the setting once per row, so that a scan of a million rows takes 1.6 s instead of 0.5 s.
 */
const secureTenantTableSql = `
  CREATE OR REPLACE FUNCTION secure_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', target);
    EXECUTE format(
      'CREATE POLICY tenant ON %s USING (
        CASE WHEN organization_id::text = current_setting(''app.organization'', true) THEN true
          ELSE current_setting(''app.organization'', true) = ''*'' END)',
      target
    );
  END $$`;

const secureTablesSql = `
  SELECT secure_tenant_table(tree.relid)
  FROM unnest($1::text[]) AS name, pg_partition_tree(name::regclass) AS tree
  UNION ALL
  SELECT secure_tenant_table(name::regclass) FROM unnest($1::text[]) AS name
  WHERE NOT EXISTS (SELECT FROM pg_partition_tree(name::regclass))`;

/** Selects the foreign keys of undistributed tables that refer to a table that is distributed or copied to every node. */
const crossNodeForeignKeysSql = `
  SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0 AND NOT conrelid = ANY ($1::regclass[]) AND conrelid <> $2::regclass
    AND (confrelid = ANY ($1::regclass[]) OR confrelid = $2::regclass)`;

/**
 * Connections between nodes use the settings of their role, not those of the session. The product's role works across
 * organizations, and the pages' role sees no rows outside an organization. The owner may sign in, because it creates
 * partitions on the nodes.
 */
const roleStatements = [
  `ALTER ROLE ${ownerRole} LOGIN`,
  `ALTER ROLE ${productRole} SET app.organization = '*'`,
  `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${pagesRole}') THEN CREATE ROLE ${pagesRole} LOGIN; END IF;
  END $$`,
  `GRANT ${productRole} TO ${pagesRole}`,
  `ALTER ROLE ${pagesRole} SET app.organization = ''`,
];

/**
 * Distributes the tables of the dashboard by organization over the worker nodes of a Citus cluster. It can be
 * repeated: distributed tables stay as they are.
 * @param url URL that connects to the coordinator's database as a superuser; the database must be migrated
 * @param print called with a line for each step
 */
export async function distributeTables(url: string, print: (line: string) => void): Promise<void> {
  const config = { connectionString: url, options: '-c client_min_messages=warning' };
  await withConnection(config, async (client) => {
    await client.query(secureTenantTableSql);
    await client.query(secureTablesSql, [distributedTables]);
    const { rows: keys } = await client.query<{ table: string; name: string }>(crossNodeForeignKeysSql, [
      distributedTables,
      referenceTable,
    ]);
    for (const { table, name } of keys) {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
    }
    print(`Removed ${keys.length} foreign keys between tables that are no longer on the same server`);
    const { rows: known } = await client.query<{ name: string }>(
      'SELECT logicalrelid::text AS name FROM pg_dist_partition',
    );
    const done = new Set(known.map(({ name }) => name));
    if (!done.has(referenceTable)) {
      await client.query('SELECT create_reference_table($1)', [referenceTable]);
    }
    for (const [index, table] of distributedTables.entries()) {
      if (done.has(table)) continue;
      const colocation = index === 0 ? 'none' : distributedTables[0];
      await client.query("SELECT create_distributed_table($1, 'organization_id', colocate_with => $2)", [
        table,
        colocation,
      ]);
      print(`Distributed ${table}`);
    }
    for (const statement of roleStatements) await client.query(statement);
  });
}
