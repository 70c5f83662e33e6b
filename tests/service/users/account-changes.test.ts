import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { changePassword, hasPassword, setPassword } from '#lib/service/users/change-password';
import { requestEmailChange } from '#lib/service/users/email-change';
import {
  type Identity,
  linkIdentity,
  linkRequestedIdentity,
  listIdentities,
  removeIdentity,
  startIdentityLink,
} from '#lib/service/users/identities';
import { resetPassword, sendPasswordReset } from '#lib/service/users/password-reset';
import { createSession, endOtherSessions, endSession } from '#lib/service/users/sessions';
import { confirmTotp, disableTotp, regenerateRecoveryCodes, startTotp } from '#lib/service/users/totp';
import { authenticateUser } from '#lib/service/users/users';
import { openTestDatabase } from '#tests/support/database';
import { listSubjects, readToken } from '#tests/support/emails';
import { createMember, createOwner, getUserId, noon, password } from '#tests/support/owners';

const db = await openTestDatabase();

const client = { ipAddress: '192.0.2.1', userAgent: 'Firefox' };
const nextPassword = 'another long password';
const identity: Identity = {
  issuer: 'https://id.acme.example',
  subject: '1',
  email: 'elsewhere@acme.example',
  isEmailVerified: false,
  name: 'Olga',
};

const readEmail = async (context: Context): Promise<string> =>
  (await db.$client.query('SELECT email FROM users WHERE id = $1', [getUserId(context)])).rows[0].email;

/** Creates a user without a password, whom an identity provider signs in. */
async function createIdentityUser(): Promise<Context> {
  const owner = await createOwner(db);
  const userId = getUserId(owner);
  await db.$client.query('UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  await linkIdentity(owner, { ...identity, subject: userId, userId });
  return { ...owner, client };
}

const withOldSignIn = (context: Context): Context => ({
  ...context,
  actor: { kind: 'member', userId: getUserId(context), role: 'owner', needsReauthentication: true },
});

test('changes to an account are in the audit log of every organization of its user', async () => {
  const owner = { ...(await createOwner(db)), client };
  const userId = getUserId(owner);
  const { organizationId: second } = await createOwnOrganization(owner, { userId, name: 'Second' });
  const otherMember = await createMember(owner, 'viewer');
  await endSession(owner, { id: await createSession(owner, { userId, ...client }) });
  await createSession(owner, { userId, ...client });
  await endOtherSessions(owner);
  await changePassword(owner, { current: password, next: nextPassword });
  const { secret } = await startTotp(owner);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await confirmTotp(owner, { code: totp.generate({ timestamp: noon.getTime() }) });
  await regenerateRecoveryCodes(owner);
  await disableTotp(owner);
  const token = await startIdentityLink(owner);
  await linkRequestedIdentity(owner, { token, userId, identity });
  await removeIdentity(owner, { issuer: identity.issuer, subject: identity.subject });
  const email = await readEmail(owner);
  const later = { ...owner, clock: createFixedClock(new Date(noon.getTime() + 60_000)) };
  await sendPasswordReset(later, { email });
  await resetPassword(later, { token: await readToken(db, email), password }, client);

  const { rows } = await db.$client.query(
    `SELECT organization_id, action, after->>'change' AS change, target, actor_id, ip_address FROM audit_log
     WHERE target_id = $1 AND action ~ 'password|sessions|sign-in' ORDER BY organization_id, id`,
    [userId],
  );
  const listFor = (organizationId: string) =>
    rows
      .filter((row) => row.organization_id === organizationId)
      .map(({ action, change }) => change ?? action)
      .sort();
  const expected = [
    'New recovery codes were created',
    'Sign-in with id.acme.example was added',
    'Sign-in with id.acme.example was removed',
    'Two-factor authentication was disabled',
    'Two-factor authentication was enabled',
    'member.password-changed',
    'member.password-reset',
    'member.sessions-ended',
    'member.sessions-ended',
  ];
  expect([listFor(owner.organizationId), listFor(second)]).toEqual([expected, expected]);
  const actors = new Set(rows.map((row) => `${row.actor_id} ${row.target} ${row.ip_address}`));
  expect(actors).toEqual(new Set([`${userId} ${email} ${client.ipAddress}`]));
  expect(JSON.stringify(rows)).not.toContain(otherMember.userId);
});

test('a user without a password can set one only after a recent sign-in, and only once', async () => {
  const user = await createIdentityUser();
  expect(await hasPassword(user)).toBe(false);
  const set = (context: Context) => setPassword(context, { next: nextPassword });
  await expect(set(withOldSignIn(user))).rejects.toMatchObject({ details: { permission: 'account.secure' } });
  await expect(setPassword(user, { next: 'password12345' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await set(user);
  expect(await hasPassword(user)).toBe(true);
  const email = await readEmail(user);
  expect(await authenticateUser(user, { email, password: nextPassword, ...client })).toMatchObject({ email });
  expect(await listSubjects(db, email)).toContain('A password was set');
  const { rows } = await db.$client.query(
    "SELECT after FROM audit_log WHERE action LIKE 'member.%' AND target_id = $1",
    [getUserId(user)],
  );
  expect(rows).toMatchObject([{ after: { change: 'A password was set' } }]);
  await expect(set(user)).rejects.toMatchObject({ code: 'RESOURCE_ALREADY_EXISTS' });
});

test('a user without a password can change the email address only after a recent sign-in', async () => {
  const user = await createIdentityUser();
  const change = (context: Context) => requestEmailChange(context, { email: 'new@people.example' });
  await expect(change(withOldSignIn(user))).rejects.toMatchObject({
    details: { permission: 'account.secure' },
  });
  await change(user);
  expect(await listSubjects(db, 'new@people.example')).toEqual(['Confirm your new email address']);
  const withPassword = await createOwner(db);
  await expect(change(withPassword)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'password' }],
  });
});

test('an identity, whatever its email address, is linked to the user who requested the link, once and within ten minutes', async () => {
  const [user, other] = [await createOwner(db), await createOwner(db)];
  const link = (context: Context, token: string, subject = 'linked') =>
    linkRequestedIdentity(context, {
      token,
      userId: getUserId(context),
      identity: { ...identity, subject },
    });
  const token = await startIdentityLink(user);
  // Another user’s token links nothing.
  expect(await link(other, token)).toBeNull();
  expect(await link(user, token)).toBe(true);
  expect(await link(user, token, 'another')).toBeNull();
  expect(await listIdentities(user)).toMatchObject([{ subject: 'linked' }]);
  // A linked identity cannot be linked to another user.
  expect(await link(other, await startIdentityLink(other))).toBe(false);
  expect(await listIdentities(other)).toEqual([]);
  const late = { ...other, clock: createFixedClock(new Date(noon.getTime() + 11 * 60_000)) };
  expect(await link(late, await startIdentityLink(other), 'late')).toBeNull();
  await expect(startIdentityLink(withOldSignIn(user))).rejects.toMatchObject({
    details: { permission: 'account.secure' },
  });
});
