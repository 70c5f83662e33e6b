import { expect, test } from 'vitest';
import { inviteMember, listInvitations, renewInvitation } from '#lib/service/members/invitations';
import { removeMember } from '#lib/service/members/members';
import { attemptLimits } from '#lib/service/users/attempt-limits';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createMember, createOwner, getUserId } from '#tests/support/owners';

const db = await openTestDatabase();

test('one person can send at most 60 invitation emails an hour, however many organizations they belong to', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const { attempts } = attemptLimits['invitation-email-sender'];
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
    });
  }
  await inviteMember(otherOwner, { role: 'viewer', email: createEmail() });
});

test('renewing an invitation counts toward the limit of emails only if it is sent by email', async () => {
  const owner = await createOwner(db);
  const byLink = await inviteMember(owner, { role: 'viewer' });
  const byEmail = await inviteMember(owner, { role: 'viewer', email: createEmail() });
  const { attempts } = attemptLimits['invitation-email'];
  for (let count = 0; count < attempts; count++) await renewInvitation(owner, { id: byLink.id });
  for (let count = 1; count < attempts; count++) await renewInvitation(owner, { id: byEmail.id });
  await expect(renewInvitation(owner, { id: byEmail.id })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
  await renewInvitation(owner, { id: byLink.id });
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
