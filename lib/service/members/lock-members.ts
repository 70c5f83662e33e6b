import { eq } from 'drizzle-orm';
import { ServiceError } from '#lib/core/errors';
import type { Role } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { memberships, organizations, users } from '#lib/db/schema/organizations';

interface LockedMember {
  userId: string;
  role: Role;
  email: string;
}

/**
 * Runs `work` while nobody else changes the organization's members. The actor's role is read again under the lock, so
 * that two owners cannot remove each other at the same time, and a member who was just removed cannot act.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS if the actor is no longer a member
 */
export function withLockedMembers<C extends Context, T>(
  context: C,
  work: (context: C, members: readonly LockedMember[]) => Promise<T>,
): Promise<T> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId, actor } = tx;
    await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for('no key update');
    const members = await db
      .select({ userId: memberships.userId, role: memberships.role, email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.organizationId, organizationId));
    if (actor.kind !== 'member') return work(tx, members);
    const role = members.find(({ userId }) => userId === actor.userId)?.role;
    if (!role) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
    return work({ ...tx, actor: { ...actor, role } }, members);
  });
}
