import type { Role } from '#lib/core/permissions';
import type { Database } from '#lib/db/client';

/** An organization of a user, and the user's role in it. */
export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
}

export interface UserWithMemberships {
  user: { id: string; email: string; name: string };
  /** In the order they were joined. */
  memberships: Membership[];
}

/** Returns a user with current memberships; null if the user does not exist. */
export async function getUser(db: Database, userId: string): Promise<UserWithMemberships | null> {
  const { rows } = await db.$client.query<{
    email: string;
    name: string;
    organizationId: string | null;
    organizationName: string;
    role: Role;
  }>(
    `SELECT u.email, u.name, o.id AS "organizationId", o.name AS "organizationName", m.role
     FROM users u
     LEFT JOIN memberships m ON m.user_id = u.id
     LEFT JOIN organizations o ON o.id = m.organization_id
     WHERE u.id = $1 ORDER BY m.created_at, o.id`,
    [userId],
  );
  const first = rows[0];
  if (!first) return null;
  const memberships = rows.flatMap(({ organizationId, organizationName, role }) =>
    organizationId === null ? [] : [{ organizationId, organizationName, role }],
  );
  return { user: { id: userId, email: first.email, name: first.name }, memberships };
}
