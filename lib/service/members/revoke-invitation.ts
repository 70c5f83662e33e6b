import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type Context, scoped } from '#lib/db/context';

const inputSchema = z.object({ id: z.uuid('Give an id from the list.') });

/**
 * Makes an invitation's link useless.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND when there is none that can be accepted
 */
export async function revokeInvitation(context: Context, input: { id: string }): Promise<void> {
  requirePermission(context.actor, 'members.manage');
  const { id } = parseInput(inputSchema, input);
  await scoped(context, async ({ db, organizationId, clock }) => {
    const { rowCount } = await db.$client.query(
      `UPDATE invitations SET revoked_at = $3
       WHERE organization_id = $1 AND id = $2 AND accepted_at IS NULL AND revoked_at IS NULL`,
      [organizationId, id, clock.now()],
    );
    if (rowCount) return;
    throw new ServiceError('RESOURCE_NOT_FOUND', {
      message: 'There is no such open invitation. It may have been accepted or revoked.',
      details: { id },
    });
  });
}
