import { requirePermission } from '#lib/core/permissions';
import { noConnection } from '#lib/dashboard/api-credentials/no-connection';
import { sealSecret } from '#lib/dashboard/api-credentials/sealed';
import { type Context, scoped } from '#lib/db/context';

/**
 * Keeps the dashboard's own copy of the signing secret, which its receiver verifies with.
 * @param secret null when signing has been disabled: deliveries are then taken unsigned
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND when there is no connection
 */
export async function setSigningSecret(context: Context, secret: string | null): Promise<void> {
  requirePermission(context.actor, 'webhooks.manage');
  const { organizationId } = context;
  const sealed = secret === null ? null : sealSecret(organizationId, 'signing', secret);
  await scoped(context, async ({ db }) => {
    const { rowCount } = await db.$client.query(
      'UPDATE api_connections SET signing_secret = $2 WHERE organization_id = $1',
      [organizationId, sealed],
    );
    if (!rowCount) throw noConnection(organizationId);
  });
}
