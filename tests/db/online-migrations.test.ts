import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { migrate } from '#lib/db/migrate';
import { migrateUnderTraffic, migrations } from '#scripts/bench/migration/migrate-under-traffic';
import { fillSources } from '#scripts/bench/migration/traffic';
import { findUnsafeStatements } from '#scripts/check/migrations';
import { ownerRole } from '#scripts/postgres/role';
import { changeSchema, createDatabase } from '#tests/support/database';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const database = await createDatabase();
const { url, adminUrl } = database;
const db = openDatabase(adminUrl, { max: 2 });
const folder = createTempFolder();
afterAll(async () => {
  await db.$client.end();
  await database.drop();
  deleteTempFolder(folder);
});

let migrationCount = 0;
/** Applies a new migration that consists of `sql`. */
function applyMigration(sql: string): Promise<void> {
  migrationCount += 1;
  const migrationFolder = join(folder, String(migrationCount));
  mkdirSync(join(migrationFolder, 'meta'), { recursive: true });
  writeFileSync(join(migrationFolder, '0000_trial.sql'), sql);
  const entries = [
    { idx: 0, tag: '0000_trial', when: 1_000 + migrationCount, version: '7', breakpoints: true },
  ];
  writeFileSync(join(migrationFolder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  return migrate(adminUrl, { role: ownerRole, folder: migrationFolder });
}

const query = async (text: string) => (await db.$client.query(text)).rows;

test('migrates a table without a long stall while it is read, inserted into and used by an open transaction', async () => {
  const table = await fillSources(adminUrl, 20_000);
  let previous = '';
  for (const sql of Object.values(migrations)) {
    expect(findUnsafeStatements(sql, previous)).toEqual([]);
    previous += sql;
  }
  const steps = await migrateUnderTraffic(
    { url, adminUrl, table },
    { quietMs: 1_000, openTransactionMs: 2_000 },
  );
  expect(steps.map(({ name }) => name)).toEqual(['before', ...Object.keys(migrations)]);
  // The first migration waited two seconds for the open transaction; no read or insert waited that long.
  expect(steps[1]?.seconds).toBeGreaterThan(2);
  for (const { name, longestMs, reads, inserts } of steps) {
    expect(longestMs, name).toBeLessThan(1_500);
    expect(Math.min(reads, inserts), name).toBeGreaterThan(0);
  }
  expect(
    await query(`SELECT count(*) FILTER (WHERE url_length <> length(url) AND domain <> 'new.example') AS wrong,
      count(*) > 20000 AS "hasNew", bool_or(is_checked) AS "isChecked" FROM answer_sources`),
  ).toEqual([{ wrong: 0, hasNew: true, isChecked: false }]);
  expect(
    await query(`SELECT attnotnull, (SELECT count(*) FROM pg_index JOIN pg_inherits ON inhparent = indexrelid
        WHERE indexrelid = 'answer_sources_url_length'::regclass AND indisvalid) AS "validPartitions",
        (SELECT count(*) FROM pg_constraint WHERE conname = 'answer_sources_url_length_set') AS checks
      FROM pg_attribute WHERE attrelid = 'answer_sources'::regclass AND attname = 'url_length'`),
  ).toEqual([{ attnotnull: true, validPartitions: 2, checks: 0 }]);
  expect(await query('SELECT FROM migrations WHERE created_at < 1000')).toHaveLength(
    Object.keys(migrations).length,
  );
});

const uniqueIndex = `-- no-transaction
  CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "trial_value" ON "trial" USING btree ("value");`;

test('repeats a failed migration and replaces the invalid index that it left', async () => {
  await changeSchema(adminUrl, 'CREATE TABLE trial (value integer)', 'INSERT INTO trial VALUES (1), (1)');
  await expect(applyMigration(uniqueIndex)).rejects.toThrow('could not create unique index');
  const isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'trial_value'::regclass";
  expect(await query(isValid)).toEqual([{ indisvalid: false }]);
  await changeSchema(adminUrl, 'UPDATE trial SET value = 2 WHERE ctid = (SELECT max(ctid) FROM trial)');
  await applyMigration(uniqueIndex);
  expect(await query(isValid)).toEqual([{ indisvalid: true }]);
});

test('migrations can be started several times in parallel, even with an index that is created concurrently', async () => {
  await changeSchema(adminUrl, 'CREATE TABLE parallel AS SELECT generate_series(1, 1000) AS value');
  const nextFolder = join(folder, String(migrationCount + 1));
  const sql = uniqueIndex.replaceAll('trial', 'parallel');
  const first = applyMigration(sql);
  const others = [1, 2, 3].map(() => migrate(adminUrl, { role: ownerRole, folder: nextFolder }));
  await Promise.all([first, ...others]);
  expect(await query(`SELECT FROM migrations WHERE created_at = ${1_000 + migrationCount}`)).toHaveLength(1);
});

test('a batched statement changes each row once and requires a WHERE clause', async () => {
  await changeSchema(
    adminUrl,
    'CREATE TABLE batched AS SELECT n AS value, false AS is_done FROM generate_series(1, 30000) AS n',
  );
  const update = 'UPDATE "batched" SET value = value + 1, is_done = true';
  await applyMigration(`-- no-transaction\n-- batches\n${update} WHERE NOT is_done;`);
  expect(await query('SELECT min(value), max(value), bool_and(is_done) FROM batched')).toEqual([
    { min: 2, max: 30_001, bool_and: true },
  ]);
  await expect(applyMigration(`-- no-transaction\n-- batches\n${update};`)).rejects.toThrow(
    '-- batches needs',
  );
});
