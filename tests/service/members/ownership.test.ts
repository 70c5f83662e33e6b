import { expect, test } from 'vitest';
import type { Context } from '#lib/db/context';
import { inviteMember, listInvitations } from '#lib/service/members/invitations';
import {
  changeMemberRole,
  leaveOrganization,
  listMembers,
  removeMember,
  transferOwnership,
} from '#lib/service/members/members';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner, getUserId } from '#tests/support/owners';

const db = await openTestDatabase();

test('a transfer makes the member an owner and the former owner an admin', async () => {
  const owner = await createOwner(db);
  const editor = await createMember(owner, 'editor');
  await inviteMember(owner, { role: 'owner' });
  await inviteMember(owner, { role: 'viewer' });
  await transferOwnership(owner, { userId: editor.userId });
  expect(await listMembers(owner)).toMatchObject([
    { userId: getUserId(owner), role: 'admin' },
    { userId: editor.userId, role: 'owner' },
  ]);
  expect((await listInvitations(owner)).map(({ role }) => role)).toEqual(['viewer']);
  expect((await listAuditLog(owner, { action: 'organization.ownership-transferred' })).entries).toMatchObject(
    [{ before: { role: 'editor' }, after: { role: 'owner', formerOwner: 'admin' } }],
  );
  const { rows } = await db.$client.query('SELECT subject FROM emails WHERE organization_id = $1', [
    owner.organizationId,
  ]);
  expect(rows).toEqual([{ subject: 'You’re now an owner of “Acme” – Answerscope' }]);
  // The context still has the role of an owner, but the stored role counts.
  await expect(transferOwnership(owner, { userId: editor.userId })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

test('only owners transfer ownership, to another member of their organization', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    const member = await createMember(owner, role);
    await expect(transferOwnership(member, { userId: member.userId })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  }
  await expect(transferOwnership(owner, { userId: getUserId(owner) })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(transferOwnership(owner, { userId: getUserId(otherOwner) })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('the audit log records that a member left', async () => {
  const owner = await createOwner(db);
  const viewer = await createMember(owner, 'viewer');
  await leaveOrganization(viewer);
  expect((await listAuditLog(owner, { action: 'member.left' })).entries).toMatchObject([
    { actor: 'viewer', before: { role: 'viewer' } },
  ]);
});

type Change = (owner: Context, next: Context) => Promise<void>;

const changes: Record<string, Change> = {
  removals: (owner, next) => removeMember(owner, { userId: getUserId(next) }),
  demotions: (owner, next) => changeMemberRole(owner, { userId: getUserId(next), role: 'viewer' }),
  'departures of owners': (owner) => leaveOrganization(owner),
  'owners’ demotions of themselves': (owner) =>
    changeMemberRole(owner, { userId: getUserId(owner), role: 'admin' }),
  transfers: (owner, next) => transferOwnership(owner, { userId: getUserId(next) }),
  'direct deletions of membership rows': (owner) =>
    db.$client
      .query('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
        owner.organizationId,
        getUserId(owner),
      ])
      .then(() => undefined),
};

test.each(Object.entries(changes))(
  'an organization still has an owner after 20 parallel %s',
  async (_, change) => {
    const owner = await createOwner(db);
    const owners: Context[] = [owner];
    for (let count = 1; count < 20; count += 1) owners.push(await createMember(owner, 'owner'));
    const results = await Promise.allSettled(
      owners.map((actor, index) => change(actor, owners[(index + 1) % owners.length] ?? actor)),
    );
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    const { rows } = await db.$client.query(
      "SELECT count(*)::int AS owners FROM memberships WHERE organization_id = $1 AND role = 'owner'",
      [owner.organizationId],
    );
    expect(rows[0].owners).toBeGreaterThanOrEqual(1);
  },
);
