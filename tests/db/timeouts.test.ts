import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url, { statementSeconds: 1, lockSeconds: 0.3 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

test('a statement that runs too long is canceled, and the connection can be used again', async () => {
  await expect(db.$client.query('SELECT pg_sleep(30)')).rejects.toThrow(/statement timeout/);
  expect((await db.$client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a statement stops waiting for a lock after the lock timeout', async () => {
  const holder = await db.$client.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE');
  await expect(db.$client.query('SELECT FROM organizations')).rejects.toThrow(/lock timeout/);
  await holder.query('ROLLBACK');
  holder.release();
});

test('an idle transaction is ended after one minute by default', async () => {
  const { rows } = await db.$client.query('SHOW idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});
