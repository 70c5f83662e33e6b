import type { ClientBase } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { withConnection } from '#lib/db/connection';
import { openDatabase } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** Ends the connection of a client at the server, and waits until the client has noticed. */
async function terminate(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await db.$client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
}

test('a connection lost between two statements fails its transaction, not the process', async () => {
  const failing = transaction(db, async (tx) => {
    await terminate(tx.$client as ClientBase);
    await tx.$client.query('SELECT 1');
  });
  await expect(failing).rejects.toThrow('not queryable');
  const following = transaction(db, async (tx) => (await tx.$client.query('SELECT 1 AS one')).rows);
  expect(await following).toEqual([{ one: 1 }]);
});

test('a connection outside the pool that is lost between two statements fails the second one, not the process', async () => {
  const failing = withConnection({ connectionString: database.url }, async (client) => {
    await terminate(client);
    await client.query('SELECT 1');
  });
  await expect(failing).rejects.toThrow('not queryable');
});
