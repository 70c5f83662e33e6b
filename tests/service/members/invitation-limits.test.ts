import { expect, test } from 'vitest';
import { emailLimits, unrequestedLimit } from '#lib/email/email-limits';
import { getEmail } from '#lib/email/outbox';
import { inviteMember, listInvitations, renewInvitation } from '#lib/service/members/invitations';
import { removeMember } from '#lib/service/members/members';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createMember, createOwner, getUserId } from '#tests/support/owners';

const db = await openTestDatabase();

test('one person can send at most 100 invitation emails a day, however many organizations they belong to', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const { attempts } = emailLimits.invitation.sender;
  const otherContext = { ...owner, organizationId: otherOwner.organizationId };
  const { rows } = await db.$client.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'admin') RETURNING role`,
    [otherContext.organizationId, getUserId(owner)],
  );
  expect(rows).toEqual([{ role: 'admin' }]);
  for (let count = 0; count < attempts; count++) {
    await inviteMember(count % 2 ? owner : otherContext, { role: 'viewer', email: createEmail() });
  }
  for (const context of [owner, otherContext]) {
    await expect(inviteMember(context, { role: 'viewer', email: createEmail() })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'You can send at most 100 invitations a day. Try again in 24 hours.',
    });
  }
  await inviteMember(otherOwner, { role: 'viewer', email: createEmail() });
});

test('an address gets at most 3 invitations a week; renewing a link that is not sent by email is not limited', async () => {
  const owner = await createOwner(db);
  const byLink = await inviteMember(owner, { role: 'viewer' });
  const byEmail = await inviteMember(owner, { role: 'viewer', email: createEmail() });
  const { attempts } = emailLimits.invitation.recipient;
  for (let count = 0; count <= attempts; count++) await renewInvitation(owner, { id: byLink.id });
  for (let count = 1; count < attempts; count++) await renewInvitation(owner, { id: byEmail.id });
  await expect(renewInvitation(owner, { id: byEmail.id })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
  await renewInvitation(owner, { id: byLink.id });
});

test('an address gets at most 5 emails a day that it did not ask for, from all organizations together', async () => {
  const email = createEmail();
  const invite = async () => inviteMember(await createOwner(db), { role: 'viewer', email });
  for (let count = 0; count < unrequestedLimit.attempts; count++) await invite();
  await expect(invite()).rejects.toThrow(`${email} got the maximum number of invitations for now.`);
});

test('an invitation quotes the names that users have entered, without links', async () => {
  const owner = await createOwner(db);
  const hostile = 'You won! Visit https://phish.example/now or phish.example';
  await db.$client.query('UPDATE organizations SET name = $1 WHERE id = $2', [hostile, owner.organizationId]);
  await db.$client.query('UPDATE users SET name = $1 WHERE id = $2', ['www.phish.example', getUserId(owner)]);
  const email = createEmail();
  await inviteMember(owner, { role: 'viewer', email });
  const quoted = '“You won! Visit … or phish.\u2060example”';
  const { rows } = await db.$client.query('SELECT id FROM emails WHERE recipient = $1', [email]);
  const { subject, text } = await getEmail(db, rows[0].id);
  expect(subject).toBe(`Invitation to ${quoted} – Answerscope`);
  expect(text).toContain(`“…” invited you to join the organization ${quoted} on Answerscope.`);
  expect(text?.match(/https?:\S+/g)).toEqual([expect.stringContaining('/join/')]);
});

test('an admin who is removed while their request is under way cannot invite anybody', async () => {
  const owner = await createOwner(db);
  const admin = await createMember(owner, 'admin');
  const open = await inviteMember(owner, { role: 'viewer' });
  // The admin's context belongs to a request that began before the removal.
  await removeMember(owner, { userId: admin.userId });
  const refused = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(inviteMember(admin, { role: 'admin' })).rejects.toMatchObject(refused);
  await expect(renewInvitation(admin, { id: open.id })).rejects.toMatchObject(refused);
  expect((await listInvitations(owner)).map(({ id }) => id)).toEqual([open.id]);
});
