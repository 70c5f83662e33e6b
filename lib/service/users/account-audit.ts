import { eq } from 'drizzle-orm';
import { type AuditEntry, insertAuditEntry, recordSensitiveChange } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { memberships, users } from '#lib/db/schema/organizations';

/**
 * Adds a change of a user's account to the audit log of every organization that the user is a member of. Call it last in
 * the transaction, because the transaction can then access only the last of these organizations.
 * @param context its database connection must have access to all organizations
 */
export async function recordAccountChange(
  context: Pick<Context, 'db' | 'clock' | 'client'>,
  userId: string,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  const { organizationId, role } = memberships;
  const joined = await context.db
    .select({ organizationId, role, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.userId, userId));
  for (const membership of joined) {
    const actor = { kind: 'member', userId, role: membership.role } as const;
    await insertAuditEntry(
      { ...context, organizationId: membership.organizationId, actor },
      { ...entry, target: membership.email, targetId: userId },
    );
  }
  const ipAddress = context.client?.ipAddress;
  recordSensitiveChange(context.db, entry.action, { userId, ipAddress });
}
