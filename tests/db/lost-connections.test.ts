import { afterAll, expect, test } from 'vitest';
import { openDatabase, transaction } from '#lib/db/client';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

test('a connection lost between two statements fails its transaction, not the process', async () => {
  const failing = transaction(db, async (tx) => {
    const { rows } = await tx.$client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => tx.$client.once('end', resolve));
    await db.$client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await tx.$client.query('SELECT 1');
  });
  await expect(failing).rejects.toThrow('not queryable');
  const following = transaction(db, async (tx) => (await tx.$client.query('SELECT 1 AS one')).rows);
  expect(await following).toEqual([{ one: 1 }]);
}, 20_000);
