import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { invalidField, notFound } from '#lib/core/errors';
import { hasPermission, type Role, requirePermission, roles } from '#lib/core/permissions';
import { idSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { invitations, memberships, organizations, users } from '#lib/db/schema/organizations';
import { queueEmail } from '#lib/email/queue-email';
import { quoteName } from '#lib/email/quote-text';
import { findMemberEmails } from '#lib/email/recipients/member-emails';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { withLockedMembers } from '#lib/service/members/lock-members';

const userIdSchema = idSchema('member');
const lastOwnerMessage = 'An organization needs an owner. Make another member an owner first.';

export type Member = Awaited<ReturnType<typeof listMembers>>[number];

/** Lists the organization's members in the order in which they joined. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function listMembers(context: Context) {
  requirePermission(context.actor, 'members.read');
  return withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .select({
        userId: users.id,
        name: users.name,
        email: users.email,
        role: memberships.role,
        joinedAt: memberships.createdAt,
        /** Number of valid API keys that the member created. */
        activeKeys: sql<number>`(SELECT count(*)::int FROM api_keys
          WHERE api_keys.organization_id = ${organizationId} AND api_keys.created_by = ${users.id}
            AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${clock.now()}))`,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.organizationId, organizationId))
      .orderBy(asc(memberships.createdAt), asc(users.email)),
  );
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export const changeMemberRole = defineOperation({
  name: 'members.change-role',
  title: 'Change the role of a member',
  description:
    'Changes the role of a member. Only owners can make a member an owner, or change the role of an owner. The last owner keeps the role. Pending invitations of the member that the new role does not allow are revoked.',
  permission: 'members.manage',
  effect: 'write',
  input: z.object({
    userId: userIdSchema,
    role: z.enum(roles, `Choose one of the roles ${roles.join(', ')}.`),
  }),
  audit: ['member.role-changed'],
  run: (context, { userId, role }) =>
    withLockedMember(context, userId, async (tx, member) => {
      const { db, actor } = tx;
      const affectsOwners = member.role === 'owner' || role === 'owner';
      requirePermission(actor, affectsOwners ? 'owners.manage' : 'members.manage');
      if (member.isLastOwner && role !== 'owner') throw invalidField('role', lastOwnerMessage);
      await db.update(memberships).set({ role }).where(matchesMember(tx, userId));
      await revokeDisallowedInvitations(tx, { userId, role });
      const change = { before: { role: member.role }, after: { role } };
      await tx.audit({ target: member.email, targetId: userId, ...change });
    }),
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND; VALIDATION_ERROR for one’s own membership */
export const removeMember = defineOperation({
  name: 'members.remove',
  title: 'Remove a member',
  description:
    'Removes another member, whose access ends immediately. Only owners can remove other owners. Pending invitations of the member are revoked; projects, runs and API keys stay. Members leave with organization.leave.',
  permission: 'members.manage',
  effect: 'delete',
  input: z.object({ userId: userIdSchema }),
  audit: ['member.removed'],
  async run(context, { userId }) {
    if (context.actor.kind === 'member' && context.actor.userId === userId) {
      throw invalidField('userId', 'You can’t remove yourself. Leave the organization instead.');
    }
    await withLockedMember(context, userId, async (tx, { role, ...member }) => {
      requirePermission(tx.actor, role === 'owner' ? 'owners.manage' : 'members.manage');
      await endMembership(tx, { userId, ...member });
      await tx.audit({ target: member.email, targetId: userId, before: { role } });
    });
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS for actors other than members; VALIDATION_ERROR for the last owner */
export const leaveOrganization = defineOperation({
  name: 'organization.leave',
  title: 'Leave the organization',
  description:
    'Ends the own membership, and access immediately. Every member can leave, except the last owner. The own pending invitations are revoked; projects, runs and API keys stay.',
  permission: 'organization.read',
  actors: ['member'],
  effect: 'delete',
  input: noInput,
  audit: ['member.left'],
  async run(context) {
    const { userId } = context.actor;
    await withLockedMember(context, userId, async (tx, { role, ...member }) => {
      await endMembership(tx, { userId, ...member });
      await tx.audit({ target: member.email, targetId: userId, before: { role } });
    });
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export const transferOwnership = defineOperation({
  name: 'organization.transfer-ownership',
  title: 'Transfer ownership',
  description: 'Makes another member an owner, and the acting owner an admin. The new owner gets an email.',
  permission: 'owners.manage',
  actors: ['member'],
  effect: 'write',
  input: z.object({ userId: userIdSchema }),
  audit: ['organization.ownership-transferred'],
  async run(context, { userId }) {
    const ownId = context.actor.userId;
    if (ownId === userId) throw invalidField('userId', 'Choose another member.');
    await withLockedMember(context, userId, async (tx, member) => {
      const { db, actor } = tx;
      requirePermission(actor, 'owners.manage');
      await db.update(memberships).set({ role: 'owner' }).where(matchesMember(tx, userId));
      await db.update(memberships).set({ role: 'admin' }).where(matchesMember(tx, ownId));
      await revokeDisallowedInvitations(tx, { userId: ownId, role: 'admin' });
      await tx.audit({
        target: member.email,
        targetId: userId,
        before: { role: member.role },
        after: { role: 'owner', formerOwner: 'admin' },
      });
      await notifyNewOwner(tx, { email: member.email, formerOwnerId: ownId });
    });
  },
});

async function notifyNewOwner(
  context: Context,
  { email, formerOwnerId }: { email: string; formerOwnerId: string },
): Promise<void> {
  const { db, organizationId } = context;
  const [names] = await db
    .select({ organizationName: organizations.name, formerOwnerName: users.name })
    .from(organizations)
    .innerJoin(users, eq(users.id, formerOwnerId))
    .where(eq(organizations.id, organizationId));
  if (!names) throw notFound('Organization not found.', organizationId);
  const { organizationName, formerOwnerName } = names;
  if (!(await findMemberEmails(context, [email])).has(email)) return;
  await queueEmail(context, {
    to: email,
    organizationId,
    subject: `You’re now an owner of ${quoteName(organizationName)} – Answerscope`,
    paragraphs: [
      `${quoteName(formerOwnerName)} transferred ownership of the organization ${quoteName(organizationName)} on Answerscope to you and is now an admin.`,
    ],
    action: { label: 'View members', url: `${getEnv().APP_URL}/members` },
  });
}

/** Deletes a membership and revokes the member’s pending invitations. @throws ServiceError VALIDATION_ERROR for the last owner */
async function endMembership(
  context: Context,
  { userId, isLastOwner }: { userId: string; isLastOwner: boolean },
): Promise<void> {
  if (isLastOwner) throw invalidField('userId', lastOwnerMessage);
  await context.db.delete(memberships).where(matchesMember(context, userId));
  await revokeDisallowedInvitations(context, { userId, role: null });
}

/**
 * Revokes the pending invitations that a member created and that the member's new role is not allowed to create. A
 * `role` of null, for a removed member, allows none.
 */
async function revokeDisallowedInvitations(
  { db, organizationId, clock }: Context,
  { userId, role }: { userId: string; role: Role | null },
): Promise<void> {
  if (role && hasPermission(role, 'owners.manage')) return;
  const canInvite = role !== null && hasPermission(role, 'members.manage');
  await db
    .update(invitations)
    .set({ revokedAt: clock.now() })
    .where(
      and(
        hasValues(invitations, { organizationId, createdBy: userId, acceptedAt: null, revokedAt: null }),
        canInvite ? eq(invitations.role, 'owner') : undefined,
      ),
    );
}

const matchesMember = ({ organizationId }: Context, userId: string) =>
  hasValues(memberships, { organizationId, userId });

/**
 * Runs `work` on a member while nobody else changes the organization's members (see `withLockedMembers`).
 * @throws ServiceError INSUFFICIENT_PERMISSIONS if the actor is no longer a member; RESOURCE_NOT_FOUND if the user is
 *   not a member
 */
function withLockedMember<C extends Context>(
  context: C,
  userId: string,
  work: (context: C, member: { role: Role; email: string; isLastOwner: boolean }) => Promise<void>,
): Promise<void> {
  return withLockedMembers(context, async (tx, members) => {
    const member = members.find((row) => row.userId === userId);
    if (!member) throw notFound('This person is not a member of the organization.', userId);
    const { role, email } = member;
    const isLastOwner = role === 'owner' && members.filter((row) => row.role === 'owner').length === 1;
    await work(tx, { role, email, isLastOwner });
  });
}
