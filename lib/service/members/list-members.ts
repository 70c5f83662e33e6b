import { type Role, requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
}

/** The members of the organization, oldest first. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function listMembers(context: Context): Promise<Member[]> {
  requirePermission(context.actor, 'members.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Member>(
      `SELECT u.id AS "userId", u.name, u.email, m.role, m.created_at AS "joinedAt"
       FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 ORDER BY m.created_at, u.email`,
      [organizationId],
    );
    return rows;
  });
}
