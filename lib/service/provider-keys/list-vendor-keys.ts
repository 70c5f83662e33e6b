import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import type { VendorName } from '#lib/providers/vendor';
import { isVendorName } from '#lib/service/provider-keys/vendor-name';

export interface ListedVendorKeys {
  vendor: VendorName;
  /** The last four characters. */
  hint: string;
  createdAt: Date;
}

/** The vendors the organization has keys of its own at. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function listVendorKeys(context: Context): Promise<ListedVendorKeys[]> {
  requirePermission(context.actor, 'vendors.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ vendor: string; hint: string; createdAt: Date }>(
      `SELECT vendor, hint, created_at AS "createdAt" FROM vendor_keys WHERE organization_id = $1 ORDER BY vendor`,
      [organizationId],
    );
    return rows.flatMap(({ vendor, ...row }) => (isVendorName(vendor) ? [{ vendor, ...row }] : []));
  });
}
