import { requirePermission } from '#lib/core/permissions';
import { noConnection } from '#lib/dashboard/api-credentials/no-connection';
import { sealSecret } from '#lib/dashboard/api-credentials/sealed';
import { type Context, scoped } from '#lib/db/context';

/**
 * Lets the dashboard speak to the service with a new key, in place of one that is refused; the rest of its
 * connection stays.
 * @param makeKey what the service is asked to do; resolves to the new key
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND when there is no connection
 */
export async function reconnect(
  context: Context,
  makeKey: (context: Context) => Promise<string>,
): Promise<void> {
  requirePermission(context.actor, 'keys.manage');
  await scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    const { rowCount } = await db.$client.query(
      'UPDATE api_connections SET api_key = $2 WHERE organization_id = $1',
      [organizationId, sealSecret(organizationId, 'api-key', await makeKey(inside))],
    );
    if (!rowCount) throw noConnection(organizationId);
  });
}
