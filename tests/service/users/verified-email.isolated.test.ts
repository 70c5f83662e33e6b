import { expect, test } from 'vitest';
import { createApiKey, createDashboardKey } from '#lib/service/api-keys/api-keys';
import { inviteMember, listInvitations } from '#lib/service/members/invitations';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createOwner, getUserId } from '#tests/support/owners';

process.env.SMTP_URL = 'smtp://127.0.0.1:1';
process.env.EMAIL_FROM = 'no-reply@answerscope.example';

const db = await openTestDatabase();

const refusal = {
  code: 'INSUFFICIENT_PERMISSIONS',
  message: 'Verify your email address first. Request a link on your account page.',
};

async function verifyEmail(userId: string): Promise<void> {
  await db.$client.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [userId]);
}

test('with a mail server, creating an API key requires a verified email address', async () => {
  const owner = await createOwner(db);
  await createDashboardKey(owner);
  const create = () => createApiKey(owner, { name: 'Reporting' });
  await expect(create()).rejects.toMatchObject(refusal);
  await createApiKey({ ...owner, actor: { kind: 'operator' } }, { name: 'By the operator' });
  await verifyEmail(getUserId(owner));
  await create();
});

test('with a mail server, inviting by email requires a verified email address, but inviting by link does not', async () => {
  const owner = await createOwner(db);
  const invite = () => inviteMember(owner, { role: 'viewer', email: createEmail() });
  await expect(invite()).rejects.toMatchObject(refusal);
  await inviteMember(owner, { role: 'viewer', label: 'By link' });
  expect(await listInvitations(owner)).toMatchObject([{ label: 'By link' }]);
  await verifyEmail(getUserId(owner));
  await invite();
});
