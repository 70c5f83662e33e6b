import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { getUser } from '#lib/dashboard/session/session';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { getOrganization, renameOrganization } from '#lib/service/organizations/organizations';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();

test('a user can create and own another organization, whose audit log records the creation', async () => {
  const first = await createOwner(db);
  const userId = getUserId(first);
  const later = { ...first, clock: createFixedClock(new Date(noon.getTime() + 1000)) };
  const second = await createOwnOrganization(later, { userId, name: ' Second ' });
  expect((await getUser(db, userId))?.memberships).toMatchObject([
    { organizationName: 'Acme', role: 'owner' },
    { organizationName: 'Second', role: 'owner' },
  ]);
  expect((await listAuditLog(second)).entries).toMatchObject([
    { action: 'organization.created', target: 'Second', actor: 'Olga' },
  ]);
});

test('creates no organization if its setup fails or its name is empty', async () => {
  const owner = await createOwner(db);
  const userId = getUserId(owner);
  const failing = createOwnOrganization(owner, { userId, name: 'Second' }, async () => {
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await expect(createOwnOrganization(owner, { userId, name: ' ' })).rejects.toMatchObject({
    fields: [{ field: 'name' }],
  });
  expect((await getUser(db, userId))?.memberships).toHaveLength(1);
});

test('a user who owns 20 organizations cannot create another', async () => {
  const owner = await createOwner(db);
  const userId = getUserId(owner);
  for (let count = 1; count < 20; count += 1)
    await createOwnOrganization(owner, { userId, name: `No ${count}` });
  await expect(createOwnOrganization(owner, { userId, name: 'One more' })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
});

test('owners and admins rename an organization; the previous name is in the audit log', async () => {
  const owner = await createOwner(db);
  const admin = await createMember(owner, 'admin');
  await renameOrganization(admin, { name: 'Acme Ltd' });
  await renameOrganization(owner, { name: 'Acme Ltd' });
  expect(await getOrganization(owner)).toMatchObject({ name: 'Acme Ltd' });
  expect((await listAuditLog(owner, { action: 'organization.renamed' })).entries).toMatchObject([
    { actor: 'admin', before: { name: 'Acme' }, after: { name: 'Acme Ltd' } },
  ]);
  for (const role of ['editor', 'viewer'] as const) {
    const member = await createMember(owner, role);
    await expect(renameOrganization(member, { name: 'X' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  }
});
