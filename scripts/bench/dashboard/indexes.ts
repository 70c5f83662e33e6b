import pg from 'pg';
import { filledTables } from '#scripts/bench/dashboard/rows-of-day';

/** Drops the keys and indexes of the tables to be filled. @returns by table, what makes them again */
export async function dropIndexes(client: pg.Client): Promise<string[][]> {
  const restore: string[][] = [];
  for (const table of Object.keys(filledTables)) {
    const { rows: keys } = await client.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'p' AND conrelid = $1::regclass`,
      [table],
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
      [table],
    );
    for (const { name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    restore.push([
      ...keys.map(({ name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
      // On the parent alone it would stay invalid.
      ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
      `VACUUM (ANALYZE) ${table}`,
    ]);
  }
  return restore;
}

/** Makes the indexes of one table again, and its statistics, by a connection of its own. */
export async function buildIndexes(adminUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("SET maintenance_work_mem = '256MB'");
  for (const statement of statements) await client.query(statement);
  await client.end();
}
