import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { type Role, requirePermission, roles } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { lastOwnerMessage, lockMembers, noSuchMember } from '#lib/service/members/lock-members';

const inputSchema = z.object({
  userId: z.uuid('Give an id from the list.'),
  role: z.enum(roles, `Choose one of the roles ${roles.join(', ')}.`),
});

/**
 * Gives a member another role. Only an owner makes owners or changes their role; the last owner stays one.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function changeRole(context: Context, input: { userId: string; role: Role }): Promise<void> {
  requirePermission(context.actor, 'members.manage');
  const { userId, role } = parseInput(inputSchema, input);
  await lockMembers(context, async ({ context: { db, organizationId, actor }, roleOf, owners }) => {
    const present = roleOf(userId) ?? noSuchMember(userId);
    const concernsOwners = present === 'owner' || role === 'owner';
    requirePermission(actor, concernsOwners ? 'organization.manage' : 'members.manage');
    if (present === 'owner' && role !== 'owner' && owners === 1) throw invalidField('role', lastOwnerMessage);
    await db.$client.query('UPDATE memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
      role,
    ]);
  });
}
