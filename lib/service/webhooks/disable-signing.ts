import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import { getOrganization } from '#lib/service/organizations/get-organization';

/**
 * Turns webhook signing off and forgets the secret; a second time changes nothing.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function disableSigning(context: Context): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  await scoped(context, async (inside) => {
    const { id } = await getOrganization(inside);
    await inside.db.$client.query('UPDATE organizations SET signing_secret_encrypted = NULL WHERE id = $1', [
      id,
    ]);
  });
}
