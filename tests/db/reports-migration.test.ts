import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '#lib/core/crypto';
import { systemClock } from '#lib/core/time';
import { getReport } from '#lib/dashboard/reports/reports';
import { overviewBlocks } from '#lib/dashboard/reports/templates';
import { openDatabase } from '#lib/db/client';
import { ownerRole } from '#scripts/postgres/role';
import { createDatabase } from '#tests/support/database';
import { openUnlocked } from '#tests/support/reports';
import { applyMigrations } from './apply-migrations';

const database = await createDatabase();
const client = new Client({ connectionString: database.adminUrl, options: `-c role=${ownerRole}` });
await client.connect();
const db = openDatabase(database.adminUrl);
afterAll(async () => {
  await client.end();
  await db.$client.end();
  await database.drop();
});

test('existing share links keep working and show the overview with their filters', async () => {
  const [organizationId, projectId] = [randomUUID(), randomUUID()];
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await applyMigrations(client, (file) => file < '0029');
  await client.query("SELECT set_config('app.organization', '*', false)");
  await client.query(`INSERT INTO organizations (id, name, sync_concurrency) VALUES ($1, 'Acme', 10)`, [
    organizationId,
  ]);
  await client.query(`INSERT INTO projects (organization_id, id, name) VALUES ($1, $2, 'Kayaks')`, [
    organizationId,
    projectId,
  ]);
  await client.query(
    `INSERT INTO brands (organization_id, project_id, name, role, color_index) VALUES ($1, $2, 'Fjordwing', 'own', 0)`,
    [organizationId, projectId],
  );
  const links = [
    { token: 'first', filters: 'days=7' },
    { token: 'second', filters: 'days=7' },
    { token: 'third', filters: '' },
  ];
  for (const { token, filters } of links) {
    await client.query(
      `INSERT INTO shares (organization_id, project_id, token_hash, filters, created_by)
       VALUES ($1, $2, $3, $4, gen_random_uuid())`,
      [organizationId, projectId, sha256(token), filters],
    );
  }
  await applyMigrations(client, (file) => file >= '0029');
  const context = { db, clock: systemClock, organizationId, actor: { kind: 'operator' } as const };
  const opened = await Promise.all(links.map(({ token }) => openUnlocked(context, { token })));
  const reports = await Promise.all(opened.map((share) => getReport(share.context, share)));
  expect(reports.map(({ filters }) => filters)).toEqual(links.map(({ filters }) => filters));
  // The two links with the same filters share a report.
  expect(new Set(reports.map(({ id }) => id)).size).toBe(2);
  for (const { name, blocks } of reports) {
    expect(name).toBe('Fjordwing overview');
    expect(blocks.map(({ kind }) => kind)).toEqual(overviewBlocks.map(({ kind }) => kind));
  }
});
