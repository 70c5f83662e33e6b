import pg from 'pg';

interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/**
 * Clones the rows of an organization to other organizations until each table in which it has rows has at least `minRows`,
 * so that PostgreSQL plans statements as in a large database. Counts that span tables become wrong.
 * @returns the tables and partitions that are large afterwards
 */
export async function cloneRows(
  adminUrl: string,
  { organizationId, minRows }: { organizationId: string; minRows: number },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Disables triggers and foreign keys.
    await client.query("SET session_replication_role = 'replica'");
    for (const table of await listTables(client)) {
      const { rowCount } = await client.query(buildCloneStatement(table), [organizationId, minRows]);
      if (rowCount) await client.query(`ANALYZE ${table.name}`);
    }
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= $1 ORDER BY relname`,
      [minRows / 2],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Lists the tables of organizations, with the columns that can be inserted. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL))) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attgenerated = '' AND a.attidentity = ''
     GROUP BY c.relname
     HAVING bool_or(a.attname = 'organization_id') OR c.relname = 'organizations'
     ORDER BY c.relname`,
  );
  return rows;
}

function buildCloneStatement({ name, columns }: Table): string {
  const key = name === 'organizations' ? 'id' : 'organization_id';
  const values = columns.map((column) => {
    if (column.name === key) return 'clone.id';
    // The keys of some tables do not include the organization.
    if (column.name === 'id' && column.type === 'uuid') return 'gen_random_uuid()';
    return column.type === 'bytea' ? `sha256("${column.name}" || clone.id::text::bytea)` : `"${column.name}"`;
  });
  const list = columns.map((column) => `"${column.name}"`).join(', ');
  return `
    WITH own AS MATERIALIZED (SELECT * FROM ${name} WHERE ${key} = $1), clone AS MATERIALIZED (
      SELECT gen_random_uuid() AS id FROM generate_series(1, $2 / greatest(1, (SELECT count(*)::int FROM own)) + 1)
    )
    INSERT INTO ${name} (${list}) SELECT ${values.join(', ')} FROM own, clone ON CONFLICT DO NOTHING`;
}
