import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Listener, listen } from '#lib/queue/listen';
import { createDatabase } from '#tests/support/database';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
let listener: Listener | undefined;
let woken = 0;
const wake = () => {
  woken += 1;
};
const options = { databaseUrl: database.url, channels: { news: wake } };
/** Fails for as long as the table is not there. */
const onConnect = { text: 'SELECT FROM allowed WHERE $1', values: [true] };

afterEach(async () => {
  await listener?.stop();
  await admin.query('DROP TABLE IF EXISTS allowed');
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function connections(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'answerscope listener'`,
  );
  return rowCount ?? 0;
}

function end() {
  return admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'answerscope listener'`,
  );
}

async function allow(): Promise<void> {
  await admin.query('CREATE TABLE allowed ()');
  await admin.query('GRANT SELECT ON allowed TO PUBLIC');
}

test('reconnects after a lost connection and calls every channel once', async () => {
  listener = await listen(options);
  const before = woken;
  await end();
  await waitFor('it is woken by being there again', () => woken > before);
  const { rows } = await admin.query(`SELECT pg_notify('news', '')`);
  expect(rows).toHaveLength(1);
  await waitFor('it hears', () => woken > before + 1);
  expect(await connections()).toBe(1);
});

test('rejects an unavailable database', async () => {
  await expect(listen({ ...options, databaseUrl: 'postgresql://127.0.0.1:1/none' })).rejects.toThrow();
});

test('closes a connection whose first statement fails', async () => {
  await expect(listen({ ...options, onConnect })).rejects.toThrow(/allowed/);
  await waitFor('none is left', async () => (await connections()) === 0);
  await allow();
  listener = await listen({ ...options, onConnect });
  await admin.query('DROP TABLE allowed');
  await end();
  const tries = woken;
  await waitFor('the statement has failed again', async () => (await connections()) === 0);
  await allow();
  await waitFor('it is there again', () => woken > tries);
  expect(await connections()).toBe(1);
});

test('leaves nothing behind when stopped while disconnected', async () => {
  await allow();
  listener = await listen({ ...options, onConnect });
  await end();
  await waitFor('it is away', async () => (await connections()) === 0);
  await listener.stop();
  const before = woken;
  expect(await connections()).toBe(0);
  expect(woken).toBe(before);
});
