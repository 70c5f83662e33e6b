import { and, desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { memberships, organizations, users } from '#lib/db/schema/organizations';

/**
 * Lists the organizations of the instance for its operator, newest first, each with the email addresses of its owners.
 * @param search part of the name or of an owner's email address, ignoring case
 * @returns at most `limit` organizations
 */
export async function listOrganizations(
  { db }: Pick<Context, 'db'>,
  { search = '', limit = 100 }: { search?: string | undefined; limit?: number } = {},
) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const owners = sql<string[]>`coalesce(array_agg(${users.email} ORDER BY ${users.email})
    FILTER (WHERE ${users.email} IS NOT NULL), '{}')`;
  return db
    .select({
      id: organizations.id,
      name: organizations.name,
      plan: organizations.plan,
      owners,
      createdAt: organizations.createdAt,
    })
    .from(organizations)
    .leftJoin(
      memberships,
      and(eq(memberships.organizationId, organizations.id), eq(memberships.role, 'owner')),
    )
    .leftJoin(users, eq(users.id, memberships.userId))
    .groupBy(organizations.id)
    .having(or(ilike(organizations.name, pattern), sql`bool_or(${ilike(users.email, pattern)})`))
    .orderBy(desc(organizations.createdAt), organizations.id)
    .limit(limit);
}
