import { ServiceError } from '#lib/core/errors';
import { type Role, roles } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

export interface LockedMembers {
  /** The context inside the transaction; a member's role is the one of this instant. */
  context: Context;
  roleOf(userId: string): Role | undefined;
  owners: number;
}

/**
 * Runs `work` while nobody else changes the organization's members. What the actor may do is read again under
 * the lock: of two owners who remove each other at once, only one still is one.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS when the actor is no longer a member
 */
export function lockMembers<T>(context: Context, work: (locked: LockedMembers) => Promise<T>): Promise<T> {
  return scoped(context, async (inside) => {
    const { db, organizationId, actor } = inside;
    await db.$client.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
    const { rows } = await db.$client.query<{ user_id: string; role: string }>(
      'SELECT user_id, role FROM memberships WHERE organization_id = $1',
      [organizationId],
    );
    const roleOf = (userId: string) => {
      const stored = rows.find((row) => row.user_id === userId)?.role;
      return roles.find((role) => role === stored);
    };
    const owners = rows.filter(({ role }) => role === 'owner').length;
    if (actor.kind !== 'member') return work({ context: inside, roleOf, owners });
    const role = roleOf(actor.userId);
    if (!role) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
    return work({ context: { ...inside, actor: { ...actor, role } }, roleOf, owners });
  });
}

export const lastOwnerMessage = 'An organization needs an owner. Make another member an owner first.';

/** @throws ServiceError RESOURCE_NOT_FOUND, always */
export function noSuchMember(userId: string): never {
  throw new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'This person is not a member of the organization.',
    details: { id: userId },
  });
}
