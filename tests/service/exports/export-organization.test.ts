import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queryRows } from '#lib/db/query-rows';
import { exportOrganization } from '#lib/service/exports/export-organization';
import { isSecret, listExportedTables } from '#lib/service/exports/exported-tables';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner } from '#tests/support/owners';
import { readZip } from '#tests/support/read-zip';
import { answerCount, countTenantRows, fillOrganization } from '#tests/support/tenant-rows';

const db = await openTestDatabase();

const readRows = (text: string | undefined): Record<string, unknown>[] =>
  (text ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('an export contains every row of the organization’s tables, and no secrets or rows of others', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  const secrets = await fillOrganization(owner);
  await fillOrganization(other);
  const counts = await countTenantRows(db, owner.organizationId);
  const { fileName, body } = await exportOrganization(owner);
  expect(fileName).toBe('Acme answerscope-export 2026-11-21.zip');
  const files = readZip(await buffer(body));
  expect(files.get('README.txt')).toContain('Secrets');
  expect(JSON.parse(files.get('organization.json') ?? '')).toMatchObject({
    id: owner.organizationId,
    name: 'Acme',
  });
  expect(readRows(files.get('members.jsonl'))).toMatchObject([{ name: 'Olga', role: 'owner' }]);
  for (const { name } of listExportedTables()) {
    const rows = readRows(files.get(`${name}.jsonl`));
    // The export is itself an entry of the audit log.
    expect(rows.length, name).toBe((counts[name] ?? 0) + (name === 'audit_log' ? 1 : 0));
    for (const row of rows) expect(row.organization_id, name).toBe(owner.organizationId);
  }
  const answers = readRows(files.get('answers.jsonl'));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(answerCount);
  expect(readRows(files.get('deliveries.jsonl'))).toMatchObject([{ url: 'http://127.0.0.1/webhooks/…' }]);
  const text = [...files.values()].join('\n');
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toContain(other.organizationId);
});

test('an export is for owners only, recorded, and limited to five per hour', async () => {
  const owner = await createOwner(db);
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    const member = await createMember(owner, role);
    await expect(exportOrganization(member)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  }
  for (let count = 0; count < 5; count += 1) (await exportOrganization(owner)).body.destroy();
  await expect(exportOrganization(owner)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  const { entries } = await listAuditLog(owner, { action: 'organization.exported' });
  expect(entries).toHaveLength(5);
});

test('no exported column has the name or the type of a secret', async () => {
  const rows = await queryRows<{ table: string; column: string; type: string }>(
    db,
    sql`SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public'`,
  );
  const exported = listExportedTables().flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`),
  );
  expect(exported.length).toBeGreaterThan(150);
  const secretColumns = rows.filter(
    ({ column, type }) =>
      isSecret(column, type) || (!type.startsWith('timestamp') && /secret|password$|token$/.test(column)),
  );
  expect(secretColumns.length).toBeGreaterThan(8);
  const secretNames = secretColumns.map(({ table, column }) => `${table}.${column}`);
  expect(exported.filter((column) => secretNames.includes(column))).toEqual([]);
});
