import { expect, test } from 'vitest';
import type { ExportedRow } from '#lib/dashboard/exports/define-table';
import type { Context } from '#lib/db/client';
import { openTestDatabase } from '#tests/support/database';
import { createOwner, noon } from '#tests/support/owners';
import { developerTables } from '../../../app/(dashboard)/organization/export/[table]/developer-tables';

const db = await openTestDatabase();

async function readRows(table: keyof typeof developerTables, context: Context) {
  const rows: ExportedRow[] = [];
  for await (const row of await developerTables[table].rows(context, {})) rows.push(row);
  return rows;
}

test('exports of the ledger and of requests have the key and the name of the engine', async () => {
  const owner = await createOwner(db);
  const { organizationId } = owner;
  await db.$client.query(
    `INSERT INTO credit_ledger (organization_id, kind, amount, engine, subject_id, created_at)
     VALUES ($1, 'charge', -4, 'answer', gen_random_uuid(), $2)`,
    [organizationId, new Date(noon.getTime() - 1_000)],
  );
  await db.$client.query(
    `INSERT INTO requests (organization_id, id, key_id, method, path, status, credits_charged, latency_ms, received_at)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), 'POST', path, 200, 4, 900, $2::timestamptz - seconds * interval '1 second'
     FROM (VALUES ('/v1/monitor/answer', 1), ('/v1/async/task', 2)) request (path, seconds)`,
    [organizationId, noon],
  );
  const named = { engine: 'answer', engine_name: 'Answer · Perplexity' };
  const unnamed = { engine: null, engine_name: null };
  expect(await readRows('credit-ledger', owner)).toMatchObject([
    { entry: 'grant', ...unnamed },
    { entry: 'charge', ...named },
  ]);
  expect(await readRows('requests', owner)).toMatchObject([
    { path: '/v1/monitor/answer', ...named },
    { path: '/v1/async/task', ...unnamed },
  ]);
});
