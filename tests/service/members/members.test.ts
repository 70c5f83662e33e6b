import { expect, test } from 'vitest';
import { type Role, roles } from '#lib/core/permissions';
import { getUser } from '#lib/dashboard/session/session';
import { type Context, createOperatorContext } from '#lib/db/context';
import { createApiKey, listApiKeys, revokeApiKey } from '#lib/service/api-keys/api-keys';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { inviteMember, listInvitations } from '#lib/service/members/invitations';
import { changeMemberRole, leaveOrganization, listMembers, removeMember } from '#lib/service/members/members';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createMember, createOwner, getUserId, password } from '#tests/support/owners';

const db = await openTestDatabase();

const rejectedWith = (code: string) => ({ status: 'rejected', reason: { code } });

test('lists members in the order in which they joined, even to viewers', async () => {
  const owner = await createOwner(db);
  const viewer = await createMember(owner, 'viewer');
  expect(await listMembers(viewer)).toMatchObject([
    { userId: getUserId(owner), role: 'owner', name: 'Olga' },
    { userId: viewer.userId, role: 'viewer' },
  ]);
  expect(await listMembers(await createOwner(db))).toHaveLength(1);
});

test('ends a removed member’s access immediately', async () => {
  const owner = await createOwner(db);
  const editor = await createMember(owner, 'editor');
  await removeMember(owner, { userId: editor.userId });
  expect((await getUser(db, editor.userId))?.memberships).toEqual([]);
  await expect(leaveOrganization(editor)).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

/** Returns whether a member with the role `actor` may change another member's role from `from` to `to`. */
const canChangeRole = (actor: Role, from: Role, to: Role) =>
  actor === 'owner' || (actor === 'admin' && from !== 'owner' && to !== 'owner');

test.each(roles)('applies the permission table to role changes by the role %s', async (role) => {
  for (const from of roles) {
    for (const to of roles) {
      const owner = await createOwner(db);
      const actor = await createMember(owner, role);
      const target = await createMember(owner, from);
      const [result] = await Promise.allSettled([
        changeMemberRole(actor, { userId: target.userId, role: to }),
      ]);
      const isAllowed = canChangeRole(role, from, to);
      expect
        .soft(result, `${role}: ${from} to ${to}`)
        .toMatchObject(isAllowed ? { status: 'fulfilled' } : rejectedWith('INSUFFICIENT_PERMISSIONS'));
      const members = await listMembers(owner);
      const newRole = members.find(({ userId }) => userId === target.userId)?.role;
      expect.soft(newRole, `${role}: ${from} to ${to}`).toBe(isAllowed ? to : from);
    }
  }
});

test.each(roles)('applies the permission table to removals by the role %s', async (role) => {
  for (const from of roles) {
    const owner = await createOwner(db);
    const actor = await createMember(owner, role);
    const target = await createMember(owner, from);
    const [result] = await Promise.allSettled([removeMember(actor, { userId: target.userId })]);
    const isAllowed = role === 'owner' || (role === 'admin' && from !== 'owner');
    expect
      .soft(result, `${role} removes ${from}`)
      .toMatchObject(isAllowed ? { status: 'fulfilled' } : rejectedWith('INSUFFICIENT_PERMISSIONS'));
    expect.soft(await listMembers(owner)).toHaveLength(isAllowed ? 2 : 3);
  }
});

test('lets every member leave except the only owner, who cannot step down either', async () => {
  const owner = await createOwner(db);
  const viewer = await createMember(owner, 'viewer');
  await leaveOrganization(viewer);
  const userId = getUserId(owner);
  const message = 'An organization needs an owner. Make another member an owner first.';
  await expect(leaveOrganization(owner)).rejects.toMatchObject({ message });
  await expect(changeMemberRole(owner, { userId, role: 'admin' })).rejects.toMatchObject({ message });
  expect(await listMembers(owner)).toMatchObject([{ userId, role: 'owner' }]);
});

test('members leave instead of removing themselves, and nobody else can leave', async () => {
  const owner = await createOwner(db);
  const admin = await createMember(owner, 'admin');
  await expect(removeMember(admin, { userId: admin.userId })).rejects.toMatchObject({
    fields: [{ field: 'userId', message: 'You can’t remove yourself. Leave the organization instead.' }],
  });
  const operator = createOperatorContext(owner, owner.organizationId);
  await expect(leaveOrganization(operator)).rejects.toThrow('Only members can do this.');
  expect(await listMembers(owner)).toHaveLength(2);
});

const races: [
  string,
  (first: Context, firstId: string, second: Context, secondId: string) => Promise<void>[],
][] = [
  [
    'remove each other',
    (first, firstId, second, secondId) => [
      removeMember(first, { userId: secondId }),
      removeMember(second, { userId: firstId }),
    ],
  ],
  ['leave', (first, _firstId, second) => [leaveOrganization(first), leaveOrganization(second)]],
  [
    'demote each other',
    (first, firstId, second, secondId) => [
      changeMemberRole(first, { userId: secondId, role: 'viewer' }),
      changeMemberRole(second, { userId: firstId, role: 'viewer' }),
    ],
  ],
  [
    'step down and leave',
    (first, firstId, second) => [
      changeMemberRole(first, { userId: firstId, role: 'admin' }),
      leaveOrganization(second),
    ],
  ],
];

test.each(races)('keeps one owner when two owners %s at the same time', async (_, race) => {
  for (let round = 0; round < 5; round++) {
    const first = await createOwner(db);
    const second = await createMember(first, 'owner');
    const results = await Promise.allSettled(race(first, getUserId(first), second, second.userId));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await db.$client.query(
      `SELECT count(*) AS owners FROM memberships WHERE organization_id = $1 AND role = 'owner'`,
      [first.organizationId],
    );
    expect(rows).toEqual([{ owners: 1 }]);
  }
});

test('does not find or change members of other organizations', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const userId = getUserId(otherOwner);
  await expect(removeMember(owner, { userId })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  await expect(changeMemberRole(owner, { userId, role: 'viewer' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  expect(await listMembers(otherOwner)).toMatchObject([{ userId, role: 'owner' }]);
});

test.each<[string, (owner: Context, userId: string) => Promise<void>, string[]]>([
  ['removed', (owner, userId) => removeMember(owner, { userId }), []],
  ['demoted to editor', (owner, userId) => changeMemberRole(owner, { userId, role: 'editor' }), []],
  ['demoted to admin', (owner, userId) => changeMemberRole(owner, { userId, role: 'admin' }), ['viewer']],
  [
    'kept as owner',
    (owner, userId) => changeMemberRole(owner, { userId, role: 'owner' }),
    ['owner', 'viewer'],
  ],
])('an owner who is %s keeps only the invitations that the new role allows', async (_, change, kept) => {
  const owner = await createOwner(db);
  const inviter = await createMember(owner, 'owner');
  const tokens = [
    await inviteMember(inviter, { role: 'owner' }),
    await inviteMember(inviter, { role: 'viewer' }),
  ];
  const { token: other } = await inviteMember(owner, { role: 'editor' });
  await change(owner, inviter.userId);
  const open = await listInvitations(owner);
  expect(open.map(({ role }) => role).sort()).toEqual(['editor', ...kept].sort());
  for (const { token, role } of tokens) {
    const accepting = acceptInvitation(owner, {
      token,
      user: { name: 'Nina', email: createEmail(), password },
    });
    if (kept.includes(role)) await accepting;
    else await expect(accepting).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  }
  await acceptInvitation(owner, { token: other, user: { name: 'Nina', email: createEmail(), password } });
});

test('counts a member’s active API keys, and still lists their keys after they leave', async () => {
  const owner = await createOwner(db);
  const admin = await createMember(owner, 'admin');
  await createApiKey(admin, { name: 'Script' });
  const revoked = await createApiKey(admin, { name: 'Old script' });
  await revokeApiKey(admin, { id: revoked.id });
  await createApiKey(owner, { name: 'Owner' });
  const members = await listMembers(owner);
  expect(members.map(({ role, activeKeys }) => [role, activeKeys])).toEqual([
    ['owner', 1],
    ['admin', 1],
  ]);
  await removeMember(owner, { userId: admin.userId });
  const keys = await listApiKeys(owner);
  expect(keys.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
    { name: 'Old script', creator: 'admin', isCreatorMember: false },
    { name: 'Owner', creator: 'Olga', isCreatorMember: true },
    { name: 'Script', creator: 'admin', isCreatorMember: false },
  ]);
});
