import pg from 'pg';
import { listPartitions } from '#lib/db/run-in-batches';

const concurrentIndex =
  /CREATE (?<unique>UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(?<name>\w+)" ON "(?<table>\w+)" (?<definition>[^;]+)/;

/** Returns whether a statement creates an index without blocking writes. */
export function isConcurrentIndex(statement: string): boolean {
  return concurrentIndex.test(statement);
}

/**
 * Runs CREATE INDEX CONCURRENTLY IF NOT EXISTS. PostgreSQL does not allow this statement for a partitioned table, so the
 * index is then created for each partition. An index that an interrupted migration has left invalid is replaced.
 * @param runBriefly runs a statement that locks the table for an instant
 */
export async function createIndexConcurrently(
  client: pg.Client,
  statement: string,
  runBriefly: (statement: string) => Promise<unknown>,
): Promise<void> {
  const groups = concurrentIndex.exec(statement)?.groups ?? {};
  const { unique = '', name = '', table = '', definition = '' } = groups;
  const build = (index: string, target: string) =>
    buildIndex(client, { index, definition: `${pg.escapeIdentifier(target)} ${definition}`, unique });
  const partitions = await listPartitions(client, table);
  if (partitions[0] === table) return build(name, table);
  const parent = pg.escapeIdentifier(name);
  // Partitions that are created from now on get the index too.
  await runBriefly(
    `CREATE ${unique}INDEX IF NOT EXISTS ${parent} ON ONLY ${pg.escapeIdentifier(table)} ${definition}`,
  );
  for (const partition of partitions) {
    if (await isAttached(client, name, partition)) continue;
    const child = `${partition}_${name}`.slice(0, 63);
    await build(child, partition);
    await runBriefly(`ALTER INDEX ${parent} ATTACH PARTITION ${pg.escapeIdentifier(child)}`);
  }
}

async function buildIndex(
  client: pg.Client,
  { index, definition, unique }: { index: string; definition: string; unique: string },
): Promise<void> {
  const name = pg.escapeIdentifier(index);
  const { rows } = await client.query<{ isValid: boolean }>(
    'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.isValid) return;
  // Building the index waits for older transactions but does not block others meanwhile.
  await client.query('SET lock_timeout = 0');
  if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  await client.query(`CREATE ${unique}INDEX CONCURRENTLY ${name} ON ${definition}`);
}

/** Returns whether an index of a partition is attached to the index of its table. */
async function isAttached(client: pg.Client, index: string, partition: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid
     WHERE inhparent = to_regclass($1) AND indrelid = $2::regclass`,
    [pg.escapeIdentifier(index), pg.escapeIdentifier(partition)],
  );
  return (rowCount ?? 0) > 0;
}
