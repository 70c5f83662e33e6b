import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { describeError, isDataError } from '#lib/core/errors';
import { withConnection } from '#lib/db/connection';
import { openDatabase } from '#lib/db/database';
import { migrate } from '#lib/db/migrate';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { listen } from '#lib/queue/listen';
import { createDatabase } from '#tests/support/database';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const secret = 'ada@secret.example';
const user = { name: 'Ada', email: secret, passwordHash: 'hash-secret' };
await db.insert(users).values(user);

test.each([
  ['a duplicate row by Drizzle', () => db.insert(users).values(user)],
  ['an unknown column by Drizzle', () => db.execute(sql`SELECT nothing WHERE ${secret} = ''`)],
  ['an invalid value by Drizzle', () => db.select().from(users).where(eq(users.id, secret))],
  [
    'a duplicate row by Drizzle in a transaction',
    () => transaction(db, (tx) => tx.insert(users).values(user)),
  ],
  [
    'a duplicate row by SQL',
    () => db.$client.query('INSERT INTO users (name, email) SELECT name, email FROM users'),
  ],
  ['an invalid value by SQL', () => db.$client.query('SELECT $1::uuid', [secret])],
  [
    'an invalid value in a prepared statement',
    () => db.$client.query({ name: 'cast', text: 'SELECT $1::int', values: [secret] }),
  ],
  ['a number out of range', () => db.$client.query('SELECT $1::int2', ['314159265'])],
])('the error of %s contains no value', async (_name, run) => {
  const error: unknown = await Promise.resolve(run()).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(Error);
  for (const text of [inspect(error, { depth: 10 }), describeError(error), JSON.stringify(error)]) {
    expect(text).not.toMatch(/secret|314159265/);
  }
});

test.each([
  ['a duplicate row', 'INSERT INTO users (name, email) SELECT name, email FROM users'],
  ['an invalid value', `SELECT '${secret}'::uuid`],
  ['invalid JSON', `SELECT '{"${secret}": }'::jsonb`],
  ['a check that fails', `INSERT INTO pg_temp.checked VALUES ('${secret}')`],
  ['a statement in a function', `DO $$ BEGIN EXECUTE 'SELECT ''${secret}''::int'; END $$`],
])(
  'the error of %s on a dedicated connection, such as that of migrations, contains no value',
  async (_name, text) => {
    const error: unknown = await withConnection({ connectionString: database.url }, async (client) => {
      await client.query("SET app.organization = '*'");
      await client.query("CREATE TEMP TABLE checked (email text CHECK (email = 'x'))");
      return client.query(text);
    }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(DatabaseError);
    for (const shown of [inspect(error, { depth: 10 }), describeError(error), JSON.stringify(error)]) {
      expect(shown).not.toMatch(/secret/);
    }
  },
);

test('the error of a listener contains no value', async () => {
  const listening = listen({
    databaseUrl: database.url,
    channels: {},
    onConnect: `SELECT '${secret}'::uuid`,
  });
  const error: unknown = await listening.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(inspect(error, { depth: 10 })).not.toMatch(/secret/);
});

test('the error of a migration contains no value of a row', async () => {
  const folder = createTempFolder();
  try {
    mkdirSync(join(folder, 'meta'));
    const entry = { idx: 0, version: '7', when: 1_000, tag: '0000_unique', breakpoints: true };
    writeFileSync(
      join(folder, 'meta', '_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }),
    );
    writeFileSync(
      join(folder, '0000_unique.sql'),
      'CREATE TABLE users_copy AS SELECT email FROM users UNION ALL SELECT email FROM users;\n--> statement-breakpoint\nCREATE UNIQUE INDEX ON users_copy (email);',
    );
    const error: unknown = await migrate(database.adminUrl, { folder }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '23505' });
    expect(inspect(error, { depth: 10 })).not.toMatch(/secret/);
  } finally {
    deleteTempFolder(folder);
  }
});

test('the error of a failed statement keeps its code and message', async () => {
  const failed: Promise<unknown> = db.$client.query('SELECT $1::uuid', [secret]);
  const error: unknown = await failed.catch((failure: unknown) => failure);
  expect(describeError(error)).toBe('error: invalid input syntax for type uuid: "…"');
  expect(isDataError(error)).toBe(true);
});
