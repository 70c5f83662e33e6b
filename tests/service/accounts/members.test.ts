import { afterAll, expect, test } from 'vitest';
import { type Role, roles } from '#lib/core/permissions';
import { getUser } from '#lib/dashboard/session/get-user';
import { openDatabase } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { changeMemberRole, listMembers, removeMember } from '#lib/service/members/members';
import { newMember, newOwner, userIdOf } from '#tests/service/accounts/place';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const refusedWith = (code: string) => ({ status: 'rejected', reason: { code } });

test('members are listed in the order they joined, to every role', async () => {
  const owner = await newOwner(db);
  const viewer = await newMember(owner, 'viewer');
  expect(await listMembers(viewer)).toMatchObject([
    { userId: userIdOf(owner), role: 'owner', name: 'Olga' },
    { userId: viewer.userId, role: 'viewer' },
  ]);
  expect(await listMembers(await newOwner(db))).toHaveLength(1);
});

test('a removed member loses access at once', async () => {
  const owner = await newOwner(db);
  const editor = await newMember(owner, 'editor');
  await removeMember(owner, { userId: editor.userId });
  expect((await getUser(db, editor.userId))?.memberships).toEqual([]);
  await expect(removeMember(editor, { userId: editor.userId })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

/** Whether a member of the first role may turn one of the second into one of the third. */
const mayChange = (actor: Role, from: Role, to: Role) =>
  actor === 'owner' || (actor === 'admin' && from !== 'owner' && to !== 'owner');

test.each(roles)('as %s, roles are changed as the permission table says', async (role) => {
  for (const from of roles) {
    for (const to of roles) {
      const owner = await newOwner(db);
      const actor = await newMember(owner, role);
      const target = await newMember(owner, from);
      const [result] = await Promise.allSettled([
        changeMemberRole(actor, { userId: target.userId, role: to }),
      ]);
      const allowed = mayChange(role, from, to);
      expect
        .soft(result, `${role}: ${from} to ${to}`)
        .toMatchObject(allowed ? { status: 'fulfilled' } : refusedWith('INSUFFICIENT_PERMISSIONS'));
      const members = await listMembers(owner);
      const now = members.find(({ userId }) => userId === target.userId)?.role;
      expect.soft(now, `${role}: ${from} to ${to}`).toBe(allowed ? to : from);
    }
  }
});

test.each(roles)('as %s, members are removed as the permission table says', async (role) => {
  for (const from of roles) {
    const owner = await newOwner(db);
    const actor = await newMember(owner, role);
    const target = await newMember(owner, from);
    const [result] = await Promise.allSettled([removeMember(actor, { userId: target.userId })]);
    const allowed = role === 'owner' || (role === 'admin' && from !== 'owner');
    expect
      .soft(result, `${role} removes ${from}`)
      .toMatchObject(allowed ? { status: 'fulfilled' } : refusedWith('INSUFFICIENT_PERMISSIONS'));
    expect.soft(await listMembers(owner)).toHaveLength(allowed ? 2 : 3);
  }
});

test('everybody may leave, but the last owner can neither leave nor step down', async () => {
  const owner = await newOwner(db);
  const viewer = await newMember(owner, 'viewer');
  await removeMember(viewer, { userId: viewer.userId });
  const userId = userIdOf(owner);
  const message = 'An organization needs an owner. Make another member an owner first.';
  await expect(removeMember(owner, { userId })).rejects.toMatchObject({ message });
  await expect(changeMemberRole(owner, { userId, role: 'admin' })).rejects.toMatchObject({ message });
  expect(await listMembers(owner)).toMatchObject([{ userId, role: 'owner' }]);
});

const races: [string, (first: Context, one: string, second: Context, other: string) => Promise<void>[]][] = [
  [
    'remove each other',
    (first, one, second, other) => [
      removeMember(first, { userId: other }),
      removeMember(second, { userId: one }),
    ],
  ],
  [
    'leave',
    (first, one, second, other) => [
      removeMember(first, { userId: one }),
      removeMember(second, { userId: other }),
    ],
  ],
  [
    'demote each other',
    (first, one, second, other) => [
      changeMemberRole(first, { userId: other, role: 'viewer' }),
      changeMemberRole(second, { userId: one, role: 'viewer' }),
    ],
  ],
  [
    'step down and leave',
    (first, one, second, other) => [
      changeMemberRole(first, { userId: one, role: 'admin' }),
      removeMember(second, { userId: other }),
    ],
  ],
];

test.each(races)('of two owners who %s at once, one stays owner', async (_, race) => {
  for (let round = 0; round < 5; round++) {
    const first = await newOwner(db);
    const second = await newMember(first, 'owner');
    const results = await Promise.allSettled(race(first, userIdOf(first), second, second.userId));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await db.$client.query(
      `SELECT count(*) AS owners FROM memberships WHERE organization_id = $1 AND role = 'owner'`,
      [first.organizationId],
    );
    expect(rows).toEqual([{ owners: 1 }]);
  }
});

test('a stranger of another organization is not found, and nobody of it is touched', async () => {
  const [owner, stranger] = [await newOwner(db), await newOwner(db)];
  const userId = userIdOf(stranger);
  await expect(removeMember(owner, { userId })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  await expect(changeMemberRole(owner, { userId, role: 'viewer' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  expect(await listMembers(stranger)).toMatchObject([{ userId, role: 'owner' }]);
});
