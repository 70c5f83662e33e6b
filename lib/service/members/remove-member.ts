import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { lastOwnerMessage, lockMembers, noSuchMember } from '#lib/service/members/lock-members';

const inputSchema = z.object({ userId: z.uuid('Give an id from the list.') });

/**
 * Ends a membership; access ends with it at once. Everybody may leave; only an owner removes another owner, and
 * the last one stays.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function removeMember(context: Context, input: { userId: string }): Promise<void> {
  const { userId } = parseInput(inputSchema, input);
  const leaves = context.actor.kind === 'member' && context.actor.userId === userId;
  if (!leaves) requirePermission(context.actor, 'members.manage');
  await lockMembers(context, async ({ context: { db, organizationId, actor }, roleOf, owners }) => {
    const present = roleOf(userId) ?? noSuchMember(userId);
    if (!leaves) requirePermission(actor, present === 'owner' ? 'organization.manage' : 'members.manage');
    if (present === 'owner' && owners === 1) throw invalidField('userId', lastOwnerMessage);
    await db.$client.query('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
  });
}
