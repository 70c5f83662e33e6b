import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/database/context';
import { readSigning } from '#lib/service/webhooks/signing-state';

/**
 * Turns webhook signing off and forgets the secret; a second time changes nothing.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function disableSigning(context: Context): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  await scoped(context, async ({ connection, organizationId }) => {
    await readSigning(connection, organizationId);
    await connection.query('UPDATE organizations SET signing_secret = NULL WHERE id = $1', [organizationId]);
  });
}
