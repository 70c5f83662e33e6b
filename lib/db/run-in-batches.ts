import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The comment that marks a statement to run in batches, because it changes many rows of one table. */
const batchMarker = /^\s*-- batches$/m;
const batchedStatement = /^(?<verb>UPDATE|DELETE FROM) "(?<table>\w+)" (?<rest>[^;]*\bWHERE\b[^;]*);?\s*$/;

/** Target duration of a batch, which holds its row locks until it ends. */
const targetMs = 100;
const maxPages = 4_096;

/** Returns whether a statement runs in batches: it has a line `-- batches`. */
export function isBatched(statement: string): boolean {
  return batchMarker.test(statement);
}

/**
 * Runs an UPDATE or DELETE whose WHERE condition no longer holds for the rows that it has changed. A batch is a range
 * of pages, so a pass over the table reads each row once. Batches grow or shrink with the duration of the previous one.
 * Passes are repeated until one changes nothing, because other transactions may move rows to pages that were read before.
 * @param run runs one batch and returns the number of rows it changed
 * @throws Error if the statement has another form
 */
export async function runInBatches(
  client: pg.Client,
  statement: string,
  run: (batch: string) => Promise<number>,
): Promise<void> {
  const text = statement.replace(/--.*$/gm, '').trim();
  const { verb, table, rest } = batchedStatement.exec(text)?.groups ?? {};
  if (!verb || !table || !rest) {
    throw new Error(`-- batches needs UPDATE "table" … WHERE … or DELETE FROM "table" WHERE …, not: ${text}`);
  }
  for (const partition of await listPartitions(client, table)) {
    const target = `${verb} ${pg.escapeIdentifier(partition)} ${rest}`;
    while ((await runPass(client, partition, (range) => run(`${target} AND ${range}`))) > 0);
  }
}

async function runPass(
  client: pg.Client,
  partition: string,
  run: (range: string) => Promise<number>,
): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `SELECT (pg_relation_size($1) / current_setting('block_size')::int)::int AS pages`,
    [pg.escapeIdentifier(partition)],
  );
  const pageCount = rows[0]?.pages ?? 0;
  let changed = 0;
  let pages = 16;
  for (let first = 0; first < pageCount; ) {
    const startedAt = performance.now();
    changed += await run(`ctid >= '(${first},0)'::tid AND ctid < '(${first + pages},0)'::tid`);
    first += pages;
    const durationMs = performance.now() - startedAt;
    pages = Math.min(maxPages, Math.max(1, durationMs > targetMs ? pages >> 1 : pages << 1));
    await wait(durationMs / 4);
  }
  return changed;
}

/** Lists the partitions of a table, or the table itself if it has none. */
export async function listPartitions(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_partition_tree($1::regclass) JOIN pg_class ON oid = relid
     WHERE isleaf ORDER BY relname`,
    [pg.escapeIdentifier(table)],
  );
  return rows.length > 0 ? rows.map(({ name }) => name) : [table];
}
