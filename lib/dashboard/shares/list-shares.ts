import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

/** A link, without its token: that was shown once. */
export interface Share {
  id: string;
  /** Query string. */
  filters: string;
  createdBy: string;
  createdAt: Date;
  /** Null for never. */
  expiresAt: Date | null;
  hasPassword: boolean;
}

/** The links of a project that still open, newest first. */
export async function listShares(context: Context, { projectId }: { projectId: string }): Promise<Share[]> {
  requirePermission(context.actor, 'shares.manage');
  const { rows } = await scoped(context, ({ db, organizationId, clock }) =>
    db.$client.query<Share>(
      `SELECT id, filters, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt",
         password_hash IS NOT NULL AS "hasPassword"
       FROM shares
       WHERE organization_id = $1 AND project_id = $2 AND revoked_at IS NULL
         AND coalesce(expires_at > $3, true)
       ORDER BY created_at DESC, id`,
      [organizationId, projectId, clock.now()],
    ),
  );
  return rows;
}
