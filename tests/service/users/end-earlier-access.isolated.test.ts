import { expect, test } from 'vitest';
import { decryptSecret } from '#lib/core/dashboard-secrets';
import { createFixedClock } from '#lib/core/time';
import { createChannel } from '#lib/dashboard/alerts/messages/channels';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { createProject } from '#lib/dashboard/projects/project';
import { getUser } from '#lib/dashboard/session/session';
import type { Context } from '#lib/db/context';
import { createApiKey, createDashboardKey, listApiKeys } from '#lib/service/api-keys/api-keys';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { inviteMember, listInvitations } from '#lib/service/members/invitations';
import { listMembers } from '#lib/service/members/members';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { resetPassword, sendPasswordReset } from '#lib/service/users/password-reset';
import { createUser } from '#lib/service/users/users';
import { decryptSigningSecret, enableSigning } from '#lib/service/webhooks/signing';
import { openTestDatabase } from '#tests/support/database';
import { readNewestEmail, readToken } from '#tests/support/emails';
import { createEmail, createOwner, getUserId, noon, password } from '#tests/support/owners';
import { shareOverview } from '#tests/support/reports';

process.env.SMTP_URL = 'smtp://127.0.0.1:1';
process.env.EMAIL_FROM = 'no-reply@answerscope.example';

const db = await openTestDatabase();
const minutesAfterNoon = (minutes: number) => createFixedClock(new Date(noon.getTime() + minutes * 60_000));
const clock = minutesAfterNoon(2);
const client = {
  ipAddress: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
};
const asOperator = (context: Context): Context => ({ ...context, actor: { kind: 'operator' } });

async function readUser(userId: string) {
  const { rows } = await db.$client.query('SELECT email, reset_notice FROM users WHERE id = $1', [userId]);
  return rows[0];
}

async function verify(userId: string): Promise<void> {
  await db.$client.query('UPDATE users SET email_verified_at = $2 WHERE id = $1', [userId, noon]);
}

/** Resets the password with the link in the email. @returns the text of the notice */
async function reset(userId: string): Promise<string> {
  const { email } = await readUser(userId);
  await sendPasswordReset({ db, clock: minutesAfterNoon(1) }, { email });
  await resetPassword(
    { db, clock },
    { token: await readToken(db, email), password: 'another long one' },
    client,
  );
  return readNewestEmail(db, email);
}

/** Adds a member who joins with a link that `inviter` has created. @returns the context of the new member */
async function join(inviter: Context, role: 'owner' | 'admin' | 'viewer'): Promise<Context> {
  const { token } = await inviteMember(inviter, { role, label: role });
  const user = { name: role, email: createEmail(), password };
  const { userId } = await acceptInvitation(inviter, { token, user });
  return { ...inviter, actor: { kind: 'member', userId, role } };
}

const listUserIds = async (context: Context) =>
  (await listMembers(asOperator(context))).map(({ userId }) => userId);

test('a reset ends what the earlier holder of an unverified account prepared in the organization it created', async () => {
  const owner = await createOwner(db);
  const userId = getUserId(owner);
  const coOwner = await join(owner, 'owner');
  const second = await join(coOwner, 'admin');
  await verify(getUserId(second));
  await inviteMember(coOwner, { role: 'owner', label: 'Waiting' });
  await createApiKey(asOperator(owner), { name: 'Reporting' });
  await enableSigning(owner);
  const notice = await reset(userId);

  expect(await listUserIds(owner)).toEqual([userId]);
  expect((await getUser(db, userId))?.memberships).toMatchObject([{ role: 'owner' }]);
  expect((await getUser(db, getUserId(coOwner)))?.memberships).toEqual([]);
  expect(await listInvitations(asOperator(owner))).toEqual([]);
  expect((await listApiKeys(asOperator(owner))).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  const ended = 'In “Acme”: 2 other members, 1 invitation, 1 API key and the signing secret of webhooks.';
  expect(notice).toContain(ended);
  expect((await readUser(userId)).reset_notice).toEqual([ended]);
  expect(await readNewestEmail(db, (await readUser(getUserId(second))).email)).toContain(
    'ask an owner for a new invitation',
  );
  const { entries } = await listAuditLog(asOperator(owner));
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'member.removed',
      'invitation.revoked',
      'api-key.revoked',
      'member.password-reset',
    ]),
  );
});

test('the key with which the dashboard calls the service stays, whatever the names of keys are', async () => {
  const owner = await createOwner(db);
  const { secret: apiKey } = await createDashboardKey(owner);
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
  const { id: imitation } = await createApiKey(asOperator(owner), { name: 'Dashboard' });
  await reset(getUserId(owner));
  const keys = await listApiKeys(asOperator(owner));
  expect(keys.filter(({ revokedAt }) => revokedAt !== null)).toMatchObject([{ id: imitation }]);
  expect(keys).toHaveLength(2);
  const { rows } = await db.$client.query(
    `SELECT c.signing_secret_encrypted AS copy, o.signing_secret_encrypted AS secret
     FROM service_credentials c JOIN organizations o ON o.id = c.organization_id WHERE o.id = $1`,
    [owner.organizationId],
  );
  const copy = decryptSecret(owner.organizationId, 'signing', rows[0].copy);
  expect(copy).toBe(decryptSigningSecret(owner.organizationId, rows[0].secret));
  expect(copy).not.toBe(signingSecret);
});

test('share links, alert channels and provider keys that the earlier holder set up end', async () => {
  const owner = await createOwner(db);
  const { organizationId } = owner;
  const { id: projectId } = await createProject(owner, { name: 'Acme', own: { name: 'Acme' } });
  await shareOverview(owner, { projectId });
  const target = 'https://hooks.people.example/alerts';
  await createChannel(owner, { projectId, kind: 'webhook', target });
  await db.$client.query(
    "INSERT INTO provider_keys (organization_id, provider, keys_encrypted, last_four) VALUES ($1, 'openai', '', '1234')",
    [organizationId],
  );
  const notice = await reset(getUserId(owner));
  const { rows } = await db.$client.query(
    `SELECT (SELECT count(*) FROM shares WHERE organization_id = $1 AND revoked_at IS NULL) AS shares,
       (SELECT count(*) FROM alert_channels WHERE organization_id = $1) AS channels,
       (SELECT count(*) FROM provider_keys WHERE organization_id = $1) AS keys`,
    [organizationId],
  );
  expect(rows).toEqual([{ shares: 0, channels: 0, keys: 0 }]);
  expect(notice).toContain('1 share link, 1 alert channel, 1 provider key');
});

test('a reset ends memberships in organizations of others, with what they set up and whom they invited', async () => {
  const bob = await createOwner(db);
  await verify(getUserId(bob));
  const alice = await join(bob, 'admin');
  const invited = await join(alice, 'viewer');
  const colleague = await join(bob, 'viewer');
  await inviteMember(alice, { role: 'viewer', label: 'Waiting' });
  await inviteMember(bob, { role: 'viewer', label: 'Bob’s' });
  const notice = await reset(getUserId(alice));
  expect((await listUserIds(bob)).toSorted()).toEqual([getUserId(bob), getUserId(colleague)].toSorted());
  expect((await getUser(db, getUserId(invited)))?.memberships).toEqual([]);
  expect(await listInvitations(bob)).toMatchObject([{ label: 'Bob’s' }]);
  expect(notice).toContain(
    'The membership in “Acme”, and what it had set up there: 1 other member and 1 invitation.',
  );
});

test('an organization of others that would be left without an owner gets its strongest member as owner', async () => {
  const bob = await createOwner(db);
  const alice = await join(bob, 'owner');
  await db.$client.query("UPDATE memberships SET role = 'admin' WHERE user_id = $1", [getUserId(bob)]);
  await reset(getUserId(alice));
  expect(await listMembers(asOperator(bob))).toMatchObject([{ userId: getUserId(bob), role: 'owner' }]);
});

test('a user who created an organization and gave its ownership away is its only owner after a reset', async () => {
  const owner = await createOwner(db);
  await join(owner, 'owner');
  await db.$client.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [getUserId(owner)]);
  await reset(getUserId(owner));
  expect(await listMembers(asOperator(owner))).toMatchObject([{ userId: getUserId(owner), role: 'owner' }]);
});

test('members whom the account invited do not become owners of an organization of others', async () => {
  const bob = await createOwner(db);
  const alice = await join(bob, 'owner');
  const invited = await join(alice, 'owner');
  await db.$client.query("UPDATE memberships SET role = 'viewer' WHERE user_id = ANY ($1)", [
    [getUserId(bob), getUserId(alice)],
  ]);
  await reset(getUserId(alice));
  expect(await listMembers(asOperator(bob))).toMatchObject([{ userId: getUserId(bob), role: 'owner' }]);
  expect((await getUser(db, getUserId(invited)))?.memberships).toEqual([]);
});

test('a reset of a verified account ends nothing', async () => {
  const owner = await createOwner(db);
  await verify(getUserId(owner));
  const member = await join(owner, 'admin');
  await createApiKey(owner, { name: 'Reporting' });
  expect(await reset(getUserId(owner))).not.toContain('has therefore ended');
  expect((await listUserIds(owner)).toSorted()).toEqual([getUserId(owner), getUserId(member)].toSorted());
  expect(await listApiKeys(owner)).toMatchObject([{ revokedAt: null }]);
  expect((await readUser(getUserId(owner))).reset_notice).toBeNull();
});

test('a user who has nothing but the account gets no notice of ended access', async () => {
  const user = await createUser(
    { db, clock: minutesAfterNoon(0) },
    { name: 'Ada', email: createEmail(), password },
  );
  expect(await reset(user.id)).not.toContain('has therefore ended');
});
