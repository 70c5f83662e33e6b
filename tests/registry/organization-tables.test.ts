import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import type { Context } from '#lib/db/context';
import { exportOrganizationTable } from '#lib/registry/organization-tables';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { readFile } from '#tests/dashboard/exports/read-file';
import { openTestDatabase } from '#tests/support/database';
import { createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();

async function readRows(table: string, context: Context): Promise<ExportedRow[]> {
  const { body } = await exportOrganizationTable(context, { table, format: 'json', parameters: {} });
  return JSON.parse(await readFile(body));
}

test('exports of the ledger and of requests contain the key of the engine and its name', async () => {
  const owner = await createOwner(db);
  const { organizationId } = owner;
  // The database sets the time of the grant, which is after noon.
  await db.$client.query('UPDATE credit_ledger SET created_at = $2 WHERE organization_id = $1', [
    organizationId,
    noon,
  ]);
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
  const named = { engine: 'answer', engine_name: 'Perplexity' };
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

test('names files with the organization, the period and the filters', async () => {
  const owner = await createOwner(db);
  const { id: key, lastFour } = await createApiKey(owner, { name: 'Production' });
  const [endpoint, task, unlistedKey] = [randomUUID(), randomUUID(), randomUUID()];
  await db.$client.query(
    `INSERT INTO webhook_endpoints (organization_id, id, label) VALUES ($1, $2, 'hooks.example #1a2b')`,
    [owner.organizationId, endpoint],
  );
  const nameFile = async (table: string, parameters: Record<string, string> = {}) => {
    const { name, body } = await exportOrganizationTable(owner, { table, format: 'csv', parameters });
    body.destroy();
    return name;
  };
  const instants = { from: '2026-11-01T08:30:00.000Z', to: '2026-11-02T09:00:00.000Z' };
  const names = await Promise.all([
    nameFile('credit-ledger', { kind: 'hold' }),
    nameFile('credits-by-day', { period: 'last-month', by: 'project' }),
    nameFile('requests'),
    nameFile('requests', { period: 'week', key, status: '4xx', endpoint: 'monitor:chat' }),
    nameFile('requests', { key: unlistedKey, endpoint: 'none' }),
    nameFile('deliveries', { status: 'not_sent', endpoint }),
    nameFile('deliveries', { task, ...instants }),
    nameFile('deliveries', { to: instants.to }),
    nameFile('audit-log', { action: 'api-key.created', actor: getUserId(owner) }),
    nameFile('members'),
    nameFile('api-keys', { kind: 'hold' }),
  ]);
  expect(names).toEqual([
    'Acme credit-ledger 2026-11-01 to 2026-11-21 hold.csv',
    'Acme credits-by-day 2026-10-01 to 2026-10-31 by project.csv',
    'Acme requests 2026-11-21 last day.csv',
    `Acme requests 2026-11-21 last week Production ${lastFour} 4xx monitor chat.csv`,
    `Acme requests 2026-11-21 last day ${unlistedKey.slice(0, 8)}.csv`,
    'Acme deliveries 2026-11-21 not sent hooks.example 1a2b.csv',
    `Acme deliveries 2026-11-01 08-30 UTC to 2026-11-02 09-00 UTC ${task}.csv`,
    'Acme deliveries to 2026-11-02 09-00 UTC.csv',
    'Acme audit-log 2026-11-21 api-key.created Olga.csv',
    'Acme members 2026-11-21.csv',
    'Acme api-keys 2026-11-21.csv',
  ]);
});
