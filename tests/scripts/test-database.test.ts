import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
afterAll(() => database.drop());

test('a test database is migrated and uses UTF-8, and its role is subject to row-level security', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT current_setting('server_encoding') AS encoding, rolsuper OR rolbypassrls AS "bypassesRowSecurity",
            to_regclass('public.tasks') IS NOT NULL AS migrated
     FROM pg_roles WHERE rolname = current_user`,
  );
  await client.end();
  expect(rows).toEqual([{ encoding: 'UTF8', bypassesRowSecurity: false, migrated: true }]);
});
