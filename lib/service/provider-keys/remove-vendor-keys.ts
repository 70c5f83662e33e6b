import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import { forgetOwnKeys } from '#lib/service/provider-keys/own-keys';
import { isProviderName } from '#lib/service/provider-keys/vendor-name';

/**
 * Deletes the organization's own keys at a vendor; its questions go the instance's way again, in other processes
 * some seconds later.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function removeProviderKeys(context: Context, { vendor }: { vendor: string }): Promise<void> {
  requirePermission(context.actor, 'vendors.manage');
  if (!isProviderName(vendor)) throw noKeysAt(vendor);
  const removed = await scoped(context, async ({ db, organizationId }) => {
    await db.$client.query('DELETE FROM circuit_breakers WHERE organization_id = $1 AND provider = $2', [
      organizationId,
      vendor,
    ]);
    const { rowCount } = await db.$client.query(
      'DELETE FROM provider_keys WHERE organization_id = $1 AND provider = $2',
      [organizationId, vendor],
    );
    return rowCount === 1;
  });
  forgetOwnKeys(context);
  if (!removed) throw noKeysAt(vendor);
}

function noKeysAt(vendor: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'The organization has no keys of its own at this vendor.',
    details: { id: vendor },
  });
}
