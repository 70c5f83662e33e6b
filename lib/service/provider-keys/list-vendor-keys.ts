import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import type { ProviderName } from '#lib/providers/provider-catalog';
import { isProviderName } from '#lib/service/provider-keys/vendor-name';

export interface ProviderKeysListing {
  provider: ProviderName;
  /** The last four characters. */
  hint: string;
  createdAt: Date;
}

/** The vendors the organization has keys of its own at. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function listProviderKeys(context: Context): Promise<ProviderKeysListing[]> {
  requirePermission(context.actor, 'vendors.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ vendor: string; hint: string; createdAt: Date }>(
      `SELECT provider AS vendor, hint, created_at AS "createdAt" FROM provider_keys WHERE organization_id = $1 ORDER BY provider`,
      [organizationId],
    );
    return rows.flatMap(({ vendor, ...row }) => (isProviderName(vendor) ? [{ vendor, ...row }] : []));
  });
}
