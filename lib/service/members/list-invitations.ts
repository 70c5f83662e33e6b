import { type Role, requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

export interface OpenInvitation {
  id: string;
  role: Role;
  label: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The invitations that can still be accepted, newest first. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function listInvitations(context: Context): Promise<OpenInvitation[]> {
  requirePermission(context.actor, 'members.manage');
  return scoped(context, async ({ db, organizationId, clock }) => {
    const { rows } = await db.$client.query<OpenInvitation>(
      `SELECT id, role, label, created_at AS "createdAt", expires_at AS "expiresAt" FROM invitations
       WHERE organization_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2
       ORDER BY created_at DESC`,
      [organizationId, clock.now()],
    );
    return rows;
  });
}
