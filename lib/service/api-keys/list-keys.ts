import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

export interface ListedKey {
  id: string;
  name: string;
  /** The last four characters. */
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** The API keys of the organization, newest first, revoked ones too. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function listKeys(context: Context): Promise<ListedKey[]> {
  requirePermission(context.actor, 'keys.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<ListedKey>(
      `SELECT id, name, hint, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
              last_used_at AS "lastUsedAt"
       FROM api_keys WHERE organization_id = $1 ORDER BY created_at DESC, id`,
      [organizationId],
    );
    return rows;
  });
}
