import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Listener, listen } from '#lib/queue/listen';
import { createDatabase } from '#tests/support/database';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
let listener: Listener | undefined;
let wakeCount = 0;
const wake = () => {
  wakeCount += 1;
};
const options = { databaseUrl: database.url, channels: { news: wake } };
/** A statement that fails unless the table `allowed` exists. */
const onConnect = 'SELECT FROM allowed';

afterEach(async () => {
  await listener?.stop();
  await admin.query('DROP TABLE IF EXISTS allowed');
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function countConnections(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'answerscope listener'`,
  );
  return rowCount ?? 0;
}

function terminateConnections() {
  return admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'answerscope listener'`,
  );
}

async function createAllowedTable(): Promise<void> {
  await admin.query('CREATE TABLE allowed ()');
  await admin.query('GRANT SELECT ON allowed TO PUBLIC');
}

test('reconnects after a lost connection, calls the callback of the channel and receives notifications again', async () => {
  listener = await listen(options);
  const before = wakeCount;
  await terminateConnections();
  await waitFor('the new connection wakes the listener', () => wakeCount > before);
  const { rows } = await admin.query(`SELECT pg_notify('news', '')`);
  expect(rows).toHaveLength(1);
  await waitFor('the notification wakes the listener', () => wakeCount > before + 1);
  expect(await countConnections()).toBe(1);
});

test('rejects if the database is unavailable', async () => {
  await expect(listen({ ...options, databaseUrl: 'postgresql://127.0.0.1:1/none' })).rejects.toThrow();
});

test('closes a connection whose first statement fails, and reconnects once it succeeds', async () => {
  await expect(listen({ ...options, onConnect })).rejects.toThrow(/allowed/);
  await waitFor('no connection is left', async () => (await countConnections()) === 0);
  await createAllowedTable();
  listener = await listen({ ...options, onConnect });
  await admin.query('DROP TABLE allowed');
  await terminateConnections();
  const previousCount = wakeCount;
  await waitFor('the statement has failed again', async () => (await countConnections()) === 0);
  await createAllowedTable();
  await waitFor('the listener has reconnected', () => wakeCount > previousCount);
  expect(await countConnections()).toBe(1);
});

test('does not reconnect after it was stopped while disconnected', async () => {
  await createAllowedTable();
  listener = await listen({ ...options, onConnect });
  await terminateConnections();
  await waitFor('the listener is disconnected', async () => (await countConnections()) === 0);
  await listener.stop();
  const before = wakeCount;
  // Longer than the second after which it would reconnect.
  await setTimeout(1_500);
  expect(await countConnections()).toBe(0);
  expect(wakeCount).toBe(before);
});
