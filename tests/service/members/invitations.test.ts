import { expect, test } from 'vitest';
import { sha256 } from '#lib/core/crypto';
import { roles } from '#lib/core/permissions';
import { createFixedClock } from '#lib/core/time';
import { getUser } from '#lib/dashboard/session/session';
import { getEmail } from '#lib/email/outbox';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { getInvitation } from '#lib/service/members/find-invitation';
import {
  inviteMember,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from '#lib/service/members/invitations';
import { authenticateUser } from '#lib/service/users/users';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createMember, createOwner, getUserId, noon, password } from '#tests/support/owners';

const db = await openTestDatabase();

const anonymous = { db, clock: createFixedClock(noon) };
const createPerson = () => ({ name: 'Nina', email: createEmail(), password });
const invalidInvitation = {
  code: 'RESOURCE_NOT_FOUND',
  message: expect.stringContaining('unknown, used, revoked or expired'),
};
const daysAfterNoon = (count: number) => new Date(noon.getTime() + count * 86_400_000);

test('lets a new user join once with the invitation’s role', async () => {
  const owner = await createOwner(db);
  const { token, id } = await inviteMember(owner, { role: 'editor', label: 'nina@people.example' });
  expect(await getInvitation(anonymous, token)).toEqual({
    organizationName: 'Acme',
    role: 'editor',
    email: null,
    expiresAt: daysAfterNoon(7),
  });
  expect(await listInvitations(owner)).toMatchObject([{ id, role: 'editor', label: 'nina@people.example' }]);
  const person = createPerson();
  const { userId } = await acceptInvitation(anonymous, { token, user: person });
  expect(await getUser(db, userId)).toMatchObject({
    user: { email: person.email },
    memberships: [{ organizationId: owner.organizationId, role: 'editor' }],
  });
  expect(await authenticateUser(anonymous, { ...person, ipAddress: '192.0.2.1' })).toMatchObject({
    id: userId,
  });
  expect(await getInvitation(anonymous, token)).toBeNull();
  expect(await listInvitations(owner)).toEqual([]);
  await expect(acceptInvitation(anonymous, { token, user: createPerson() })).rejects.toMatchObject(
    invalidInvitation,
  );
});

test('lets an existing user join a second organization', async () => {
  const [owner, guest] = [await createOwner(db), await createOwner(db)];
  const { token } = await inviteMember(owner, { role: 'viewer' });
  await acceptInvitation(anonymous, { token, user: { id: getUserId(guest) } });
  const account = await getUser(db, getUserId(guest));
  expect(account?.memberships.map(({ role }) => role).sort()).toEqual(['owner', 'viewer']);
});

test('stores only the hash of a token', async () => {
  const owner = await createOwner(db);
  const { token, id } = await inviteMember(owner, { role: 'viewer' });
  const { rows } = await db.$client.query('SELECT * FROM invitations WHERE id = $1', [id]);
  expect(rows[0].token_hash.equals(sha256(token))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('rejects revoked, expired and unknown links with the same error', async () => {
  const owner = await createOwner(db);
  const revoked = await inviteMember(owner, { role: 'viewer' });
  await revokeInvitation(owner, { id: revoked.id });
  await expect(revokeInvitation(owner, { id: revoked.id })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  const expired = await inviteMember(owner, { role: 'viewer' });
  const later = { db, clock: createFixedClock(daysAfterNoon(7)) };
  const links = [
    { context: anonymous, token: revoked.token },
    { context: later, token: expired.token },
    { context: anonymous, token: 'nonsense' },
    { context: anonymous, token: '' },
  ];
  for (const { context, token } of links) {
    expect(await getInvitation(context, token)).toBeNull();
    await expect(acceptInvitation(context, { token, user: createPerson() })).rejects.toMatchObject(
      invalidInvitation,
    );
  }
});

test('lets one of many concurrent users join and rolls back the others', async () => {
  const owner = await createOwner(db);
  const { token } = await inviteMember(owner, { role: 'viewer' });
  const people = Array.from({ length: 6 }, createPerson);
  const results = await Promise.allSettled(
    people.map((user) => acceptInvitation(anonymous, { token, user })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { rowCount } = await db.$client.query('SELECT 1 FROM users WHERE email = ANY($1)', [
    people.map(({ email }) => email),
  ]);
  expect(rowCount).toBe(1);
});

test('keeps an invitation open if accepting it fails', async () => {
  const owner = await createOwner(db);
  const existing = createPerson();
  const first = await inviteMember(owner, { role: 'viewer' });
  await acceptInvitation(anonymous, { token: first.token, user: existing });
  const { token } = await inviteMember(owner, { role: 'admin' });
  const alreadyExists = { code: 'RESOURCE_ALREADY_EXISTS' };
  await expect(acceptInvitation(anonymous, { token, user: existing })).rejects.toMatchObject(alreadyExists);
  await expect(acceptInvitation(anonymous, { token, user: { id: getUserId(owner) } })).rejects.toMatchObject(
    alreadyExists,
  );
  await expect(
    acceptInvitation(anonymous, { token, user: { ...createPerson(), password: 'short' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ field: 'password' }] });
  expect(await getInvitation(anonymous, token)).not.toBeNull();
  expect((await getUser(db, getUserId(owner)))?.memberships).toMatchObject([{ role: 'owner' }]);
});

test.each(roles)('applies the permission table to invitations by the role %s', async (role) => {
  const owner = await createOwner(db);
  const actor = await createMember(owner, role);
  for (const invited of roles) {
    const [result] = await Promise.allSettled([inviteMember(actor, { role: invited })]);
    const isAllowed = role === 'owner' || (role === 'admin' && invited !== 'owner');
    expect.soft(result?.status, `${role} invites ${invited}`).toBe(isAllowed ? 'fulfilled' : 'rejected');
  }
});

test('hides invitations from other organizations', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const { id, token } = await inviteMember(owner, { role: 'viewer' });
  expect(await listInvitations(otherOwner)).toEqual([]);
  await expect(revokeInvitation(otherOwner, { id })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect(await getInvitation(anonymous, token)).not.toBeNull();
});

test('renews an expired invitation: the new link works once, and the previous one stops working', async () => {
  const owner = await createOwner(db);
  const { id, token } = await inviteMember(owner, { role: 'editor', label: 'nina@people.example' });
  const later = { ...owner, clock: createFixedClock(daysAfterNoon(8)) };
  const renewed = await renewInvitation(later, { id });
  expect(renewed).toMatchObject({ id, role: 'editor', expiresAt: daysAfterNoon(15) });
  await expect(acceptInvitation(later, { token, user: createPerson() })).rejects.toMatchObject(
    invalidInvitation,
  );
  await acceptInvitation(later, { token: renewed.token, user: createPerson() });
  await expect(renewInvitation(later, { id })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

test('an admin cannot renew an invitation with the owner role, and nobody can renew one of another organization', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const admin = await createMember(owner, 'admin');
  const { id } = await inviteMember(owner, { role: 'owner' });
  await expect(renewInvitation(admin, { id })).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  await expect(renewInvitation(otherOwner, { id })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

test('sends an invitation by email, and again with the new link when it is renewed', async () => {
  const owner = await createOwner(db);
  const email = createEmail();
  const { id, token } = await inviteMember(owner, { role: 'editor', email: email.toUpperCase() });
  const renewed = await renewInvitation(owner, { id });
  const { rows } = await db.$client.query('SELECT id, subject FROM emails WHERE recipient = $1', [email]);
  expect(rows).toHaveLength(2);
  expect(rows).toMatchObject([{ subject: 'Invitation to “Acme” – Answerscope' }, {}]);
  const texts = await Promise.all(rows.map(async (row) => (await getEmail(db, row.id)).text));
  for (const link of [token, renewed.token]) {
    expect(texts.filter((text) => text?.includes(`/join/${link}`))).toHaveLength(1);
  }
  expect(texts.join()).toContain(
    '“Olga” invited you to join the organization “Acme” on Answerscope. Your role will be Editor.',
  );
  await expect(acceptInvitation(anonymous, { token, user: createPerson() })).rejects.toMatchObject(
    invalidInvitation,
  );
});

/** Returns the token in the invitation that was sent to an address. */
async function readEmailedToken(email: string): Promise<string> {
  const { rows } = await db.$client.query(
    "SELECT id FROM emails WHERE recipient = $1 AND subject LIKE 'Invitation to %'",
    [email],
  );
  const { text } = await getEmail(db, rows[0].id);
  return /\/join\/(\S+)/.exec(text ?? '')?.[1] ?? '';
}

const isVerified = async (userId: string) => (await getUser(db, userId))?.user.isEmailVerified;

test('accepting the emailed link verifies the email address of a new or an existing user', async () => {
  const owner = await createOwner(db);
  const person = createPerson();
  await inviteMember(owner, { role: 'editor', email: person.email });
  const first = await readEmailedToken(person.email);
  expect(await getInvitation(anonymous, first)).toMatchObject({ email: person.email });
  const user = { ...person, email: person.email.toUpperCase() };
  const { userId } = await acceptInvitation(anonymous, { token: first, user });
  expect(await isVerified(userId)).toBe(true);
  // No email asks the user to verify the address again.
  const { rowCount } = await db.$client.query('SELECT 1 FROM emails WHERE recipient = $1', [person.email]);
  expect(rowCount).toBe(1);

  const guest = await createOwner(db);
  const email = (await getUser(db, getUserId(guest)))?.user.email ?? '';
  await inviteMember(owner, { role: 'viewer', email });
  expect(await isVerified(getUserId(guest))).toBe(false);
  await acceptInvitation(anonymous, { token: await readEmailedToken(email), user: { id: getUserId(guest) } });
  expect(await isVerified(getUserId(guest))).toBe(true);
});

test('no other link verifies an address: not the one shown to the inviter, one for another address, or a forged one', async () => {
  const owner = await createOwner(db);
  const accept = async (token: string, user: ReturnType<typeof createPerson>) => {
    const { userId } = await acceptInvitation(anonymous, { token, user });
    return isVerified(userId);
  };
  const [shown, other, forged, unaddressed] = [
    createPerson(),
    createPerson(),
    createPerson(),
    createPerson(),
  ];
  const { token } = await inviteMember(owner, { role: 'viewer', email: shown.email });
  expect(await accept(token, shown)).toBe(false);
  await inviteMember(owner, { role: 'viewer', email: other.email });
  expect(await accept(await readEmailedToken(other.email), createPerson())).toBe(false);
  const invitation = await inviteMember(owner, { role: 'viewer', email: forged.email });
  const signature = (await readEmailedToken(shown.email)).split('.')[1];
  expect(await accept(`${invitation.token}.${signature}`, forged)).toBe(false);
  const link = await inviteMember(owner, { role: 'viewer', label: unaddressed.email });
  expect(await accept(`${link.token}.${signature}`, unaddressed)).toBe(false);
});

test('sends nothing for a link, an invalid address, or after 100 emails within a day', async () => {
  const owner = await createOwner(db);
  const countEmails = async () => {
    const { rows } = await db.$client.query(
      'SELECT count(*)::int AS emails FROM emails WHERE organization_id = $1',
      [owner.organizationId],
    );
    return rows[0].emails;
  };
  await inviteMember(owner, { role: 'viewer', label: 'nina@people.example' });
  await expect(inviteMember(owner, { role: 'viewer', email: 'nina' })).rejects.toMatchObject({
    fields: [{ field: 'email' }],
  });
  expect(await countEmails()).toBe(0);
  for (let count = 0; count < 100; count += 1)
    await inviteMember(owner, { role: 'viewer', email: createEmail() });
  await expect(inviteMember(owner, { role: 'viewer', email: createEmail() })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
  expect(await countEmails()).toBe(100);
});

test('rejects an invitation to an address that is invited already or belongs to a member', async () => {
  const owner = await createOwner(db);
  const person = createPerson();
  const { email } = person;
  const alreadyExists = { code: 'RESOURCE_ALREADY_EXISTS' };
  const { id } = await inviteMember(owner, { role: 'viewer', email });
  await expect(inviteMember(owner, { role: 'editor', email })).rejects.toMatchObject(alreadyExists);
  await revokeInvitation(owner, { id });
  const { token } = await inviteMember(owner, { role: 'editor', email });
  await acceptInvitation(anonymous, { token, user: person });
  await expect(inviteMember(owner, { role: 'editor', email })).rejects.toMatchObject({
    ...alreadyExists,
    message: 'This person is already a member.',
  });
});
