import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type Context, scoped } from '#lib/db/context';

const inputSchema = z.object({ id: z.uuid('Give the id of a key.') });

/**
 * Ends an API key for good; a second time changes nothing.
 * @returns since when it is revoked
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function revokeKey(
  context: Context,
  input: { id: string },
): Promise<{ id: string; revokedAt: Date }> {
  requirePermission(context.actor, 'keys.manage');
  const { id } = parseInput(inputSchema, input);
  return scoped(context, async ({ db, organizationId, clock }) => {
    const { rows } = await db.$client.query<{ revokedAt: Date }>(
      `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3)
       WHERE organization_id = $1 AND id = $2 RETURNING revoked_at AS "revokedAt"`,
      [organizationId, id, clock.now()],
    );
    const revoked = rows[0];
    if (revoked) return { id, revokedAt: revoked.revokedAt };
    throw new ServiceError('RESOURCE_NOT_FOUND', { message: `There is no API key ${id}.`, details: { id } });
  });
}
