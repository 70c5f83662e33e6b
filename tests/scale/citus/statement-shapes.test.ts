import { globSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { distributedTables, localTables, referenceTable } from '#scripts/citus/tables';
import { createDatabase } from '#tests/support/database';

// These tests check rules for statements and tables in a database that Citus distributes over several servers.
const files = globSync('lib/{dashboard,report-emails}/**/*.ts').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** Adds the definition of a named condition, such as `isStored`, to a statement that uses it. */
function addConditions(path: string, statement: string): string {
  const name = /\.where\((?:and\()?(\w+)[,)]/.exec(statement)?.[1];
  const text = files.find((file) => file.path === path)?.text ?? '';
  const definition = name ? new RegExp(`const ${name} =[^;]*;`).exec(text)?.[0] : undefined;
  return statement + (definition ?? '');
}

/** Lists the statements that contain a pattern: the text from the last match of `from` before it to the next of `to`. */
function listStatements(pattern: RegExp, { from, to }: { from: RegExp; to: RegExp }): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const start = Math.max(...[...text.slice(0, index).matchAll(from)].map((match) => match.index));
      const end = text.slice(index).search(to);
      return `${path}: ${addConditions(path, text.slice(start, index + Math.max(0, end)))}`;
    }),
  );
}

test('every statement of the dashboard that locks rows has a condition on the organization', () => {
  const raw = listStatements(/\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/g, { from: /`|'SELECT/g, to: /[`']/ });
  const built = listStatements(/\.for\('/g, { from: /\bawait\b/g, to: /;/ });
  // If far fewer statements are found, the patterns no longer match the code.
  expect([raw.length, built.length]).toEqual([
    expect.toSatisfy((n) => n >= 8),
    expect.toSatisfy((n) => n >= 8),
  ]);
  const isScoped =
    /organization_id = (?:\$\d|\$\{|:organizationId)|hasValues\(|isNote\(organizationId,|\.organizationId, organizationId\)/;
  expect([...raw, ...built].filter((statement) => !isScoped.test(statement))).toEqual([]);
});

test('every INSERT … SELECT has a RETURNING or ON CONFLICT, without which a distributed database would use COPY', () => {
  const inserts = listStatements(/\bINSERT INTO\b/g, { from: /INSERT INTO|`/g, to: /`/ });
  const selecting = inserts.filter((statement) => /\bSELECT\b/.test(statement));
  expect(selecting.length).toBeGreaterThan(8);
  expect(selecting.filter((statement) => !/\bRETURNING\b|\bON CONFLICT\b/.test(statement))).toEqual([]);
});

test('transactions change settings with SET LOCAL, which reaches the worker nodes of a distributed database', () => {
  const sourceTexts = globSync('lib/**/*.ts').map((path) => readFileSync(path, 'utf8'));
  expect(sourceTexts.filter((text) => /set_config\([^)]*, true\)/.test(text))).toEqual([]);
});

const database = await createDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every table with an organization_id is listed either as distributed or as local', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'organization_id'
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  expect([...distributedTables, ...localTables].sort()).toEqual(rows.map(({ name }) => name));
});

test('every unique index of a distributed table includes the organization', async () => {
  const { rows } = await client.query(
    `SELECT indrelid::regclass::text AS "table", indexrelid::regclass::text AS index FROM pg_index
     WHERE indisunique AND indrelid = ANY ($1::regclass[]) AND NOT EXISTS (
       SELECT FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey) AND attname = 'organization_id')`,
    [distributedTables],
  );
  expect(rows).toEqual([]);
});

test('only three foreign keys connect tables that stay on one server with distributed ones', async () => {
  const { rows } = await client.query(
    `SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS target FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND $2::regclass NOT IN (conrelid, confrelid)
       AND (conrelid = ANY ($1::regclass[])) <> (confrelid = ANY ($1::regclass[]))`,
    [distributedTables, referenceTable],
  );
  expect(rows.map(({ table, target }) => `${table} → ${target}`).sort()).toEqual([
    'report_subscriptions → projects',
    'reports → projects',
    'shares → projects',
  ]);
});
