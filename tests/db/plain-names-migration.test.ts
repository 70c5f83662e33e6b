import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ownerRole } from '#scripts/postgres/role';
import { createDatabase } from '#tests/support/database';
import { applyMigrations } from './apply-migrations';

const organizationId = '11111111-1111-4111-8111-111111111111';
const database = await createDatabase();
const client = new Client({
  connectionString: database.adminUrl,
  options: `-c role=${ownerRole}`,
});
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('keeps existing data when tables, columns and stored values are renamed', async () => {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await applyMigrations(client, (file) => file < '0012');
  const insert = (table: string, columns: string, values: string) =>
    client.query(
      `INSERT INTO ${table} (organization_id, ${columns}) VALUES ('${organizationId}', ${values})`,
    );
  await client.query(
    `INSERT INTO organizations (id, name, sync_concurrency, signing_secret) VALUES ('${organizationId}', 'Acme', 10, 's')`,
  );
  await insert('credit_accounts', 'month, balance, held, in_flight', `'2026-11-01', 500, 5, 1`);
  await insert('credit_ledger', 'kind, amount', `'lapse', -100`);
  await insert('slots', 'id, credits, leased_until', 'gen_random_uuid(), 5, now()');
  await insert('task_queues', 'queued, concurrency', '2, 7');
  await insert(
    'tasks',
    'engine, request, status, credits_to_charge, ended_at',
    `'chat', '{}', 'FAILED', 5, 'epoch'`,
  );
  await insert(
    'deliveries',
    'task_id, url, body, claim, ended_at',
    `gen_random_uuid(), 'u', 'b', 3, 'epoch'`,
  );
  await insert('vendor_keys', 'vendor, sealed, hint', `'openai', 'cipher', '1234'`);
  await insert(
    'vendor_circuits',
    'vendor, key_mark, reason, opened_at, probe_at',
    `'openai', 'f', 'quota', now(), now()`,
  );
  await insert('received_answers', 'task_id, record, via', `gen_random_uuid(), '{}', 'sweep'`);
  const projectId = '22222222-2222-4222-8222-222222222222';
  await insert('projects', 'id, name', `'${projectId}', 'Trail shoes'`);
  await insert(
    'runs',
    'id, project_id, kind, engines, countries, samples, cells, asked_at',
    `gen_random_uuid(), '${projectId}', 'history', '{chat}', '{US}', 1, 1, 'epoch'`,
  );
  await insert(
    'saved_views',
    'id, project_id, name, screen, query, created_by',
    `gen_random_uuid(), '${projectId}', 'a', 'competitors', 'days=7&rival=b&named=c', gen_random_uuid()`,
  );
  await applyMigrations(client, (file) => file >= '0012');

  const readRow = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows[0];
  expect(await readRow('SELECT balance::int, held::int, in_flight FROM credit_balances')).toEqual([
    500, 5, 1,
  ]);
  expect(await readRow('SELECT kind, amount::int FROM credit_ledger')).toEqual(['expiry', -100]);
  expect(await readRow('SELECT credits FROM sync_leases')).toEqual([5]);
  expect(await readRow('SELECT queued, async_concurrency FROM task_queue_stats')).toEqual([2, 7]);
  expect(await readRow('SELECT completed_at FROM tasks')).toEqual([new Date(0)]);
  expect(await readRow('SELECT claim_number, completed_at FROM deliveries')).toEqual([3, new Date(0)]);
  expect(await readRow('SELECT provider, keys_encrypted FROM provider_keys')).toEqual(['openai', 'cipher']);
  expect(await readRow('SELECT provider, key_fingerprint FROM circuit_breakers')).toEqual(['openai', 'f']);
  expect(await readRow('SELECT signing_secret_encrypted FROM organizations')).toEqual(['s']);
  expect(await readRow('SELECT source FROM webhook_inbox')).toEqual(['poll']);
  expect(await readRow('SELECT kind FROM runs')).toEqual(['backfill']);
  expect(await readRow('SELECT query FROM saved_views')).toEqual(['days=7&competitor=b&mentioned=c']);
  expect(await readRow(`SELECT count(*)::int FROM pg_policies WHERE tablename = 'sync_leases'`)).toEqual([1]);
});
