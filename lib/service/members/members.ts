import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { hasPermission, type Role, requirePermission, roles } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, type Database, hasValues, withOrganization } from '#lib/db/client';
import { invitations, memberships, organizations, users } from '#lib/db/schema/organizations';
import { queueEmail } from '#lib/email/queue-email';
import { withLockedMembers } from '#lib/service/members/lock-members';

const userIdSchema = z.uuid('Invalid member ID.');
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

const changeRoleSchema = z.object({
  userId: userIdSchema,
  role: z.enum(roles, `Choose one of the roles ${roles.join(', ')}.`),
});

/**
 * Changes a member's role. Only owners can promote a member to owner or change an owner's role. The last owner cannot
 * be demoted.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function changeMemberRole(
  context: Context,
  input: z.input<typeof changeRoleSchema>,
): Promise<void> {
  requirePermission(context.actor, 'members.manage');
  const { userId, role } = parseInput(changeRoleSchema, input);
  await withLockedMember(context, userId, async (tx, member) => {
    const { db, actor } = tx;
    const affectsOwners = member.role === 'owner' || role === 'owner';
    requirePermission(actor, affectsOwners ? 'owners.manage' : 'members.manage');
    if (member.isLastOwner && role !== 'owner') throw invalidField('role', lastOwnerMessage);
    await db.update(memberships).set({ role }).where(matchesMember(context, userId));
    await revokeDisallowedInvitations(context, db, { userId, role });
    await recordAudit(tx, {
      action: 'member.role-changed',
      target: member.email,
      targetId: userId,
      before: { role: member.role },
      after: { role },
    });
  });
}

/**
 * Removes a member, whose access ends immediately. Every member can leave, except the last owner. Only owners can
 * remove other owners.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function removeMember(context: Context, input: { userId: string }): Promise<void> {
  const { userId } = parseInput(z.object({ userId: userIdSchema }), input);
  const isLeaving = context.actor.kind === 'member' && context.actor.userId === userId;
  if (!isLeaving) requirePermission(context.actor, 'members.manage');
  await withLockedMember(context, userId, async (tx, { role, email, isLastOwner }) => {
    const { db, actor } = tx;
    if (!isLeaving) requirePermission(actor, role === 'owner' ? 'owners.manage' : 'members.manage');
    if (isLastOwner) throw invalidField('userId', lastOwnerMessage);
    await db.delete(memberships).where(matchesMember(context, userId));
    await revokeDisallowedInvitations(context, db, { userId, role: null });
    await recordAudit(tx, {
      action: isLeaving ? 'member.left' : 'member.removed',
      target: email,
      targetId: userId,
      before: { role },
    });
  });
}

const transferSchema = z.object({ userId: userIdSchema });

/**
 * Makes another member an owner and the acting owner an admin.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function transferOwnership(
  context: Context,
  input: z.input<typeof transferSchema>,
): Promise<void> {
  requirePermission(context.actor, 'owners.manage');
  const { userId } = parseInput(transferSchema, input);
  const ownId = context.actor.kind === 'member' ? context.actor.userId : undefined;
  if (ownId === undefined) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
  if (ownId === userId) throw invalidField('userId', 'Choose another member.');
  await withLockedMember(context, userId, async (tx, member) => {
    const { db, actor } = tx;
    requirePermission(actor, 'owners.manage');
    await db.update(memberships).set({ role: 'owner' }).where(matchesMember(context, userId));
    await db.update(memberships).set({ role: 'admin' }).where(matchesMember(context, ownId));
    await revokeDisallowedInvitations(context, db, { userId: ownId, role: 'admin' });
    await recordAudit(tx, {
      action: 'organization.ownership-transferred',
      target: member.email,
      targetId: userId,
      before: { role: member.role },
      after: { role: 'owner', formerOwner: 'admin' },
    });
    const [names] = await db
      .select({ organizationName: organizations.name, formerOwnerName: users.name })
      .from(organizations)
      .innerJoin(users, eq(users.id, ownId))
      .where(eq(organizations.id, tx.organizationId));
    if (!names) throw notFound('Organization not found.', tx.organizationId);
    const { organizationName, formerOwnerName } = names;
    await queueEmail(tx, {
      to: member.email,
      organizationId: tx.organizationId,
      subject: `You’re now an owner of ${organizationName}`,
      paragraphs: [
        `${formerOwnerName} transferred ownership of ${organizationName} on Answerscope to you and is now an admin.`,
      ],
      action: { label: 'View members', url: `${getEnv().APP_URL}/members` },
    });
  });
}

/**
 * Revokes the pending invitations that a member created and that the member's new role is not allowed to create. A
 * `role` of null, for a removed member, allows none.
 */
async function revokeDisallowedInvitations(
  { organizationId, clock }: Context,
  db: Database,
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
function withLockedMember(
  context: Context,
  userId: string,
  work: (context: Context, member: { role: Role; email: string; isLastOwner: boolean }) => Promise<void>,
): Promise<void> {
  return withLockedMembers(context, async (tx, members) => {
    const member = members.find((row) => row.userId === userId);
    if (!member) throw notFound('This person is not a member of the organization.', userId);
    const { role, email } = member;
    const isLastOwner = role === 'owner' && members.filter((row) => row.role === 'owner').length === 1;
    await work(tx, { role, email, isLastOwner });
  });
}
