import { and, eq, inArray } from 'drizzle-orm';
import type { Role } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { memberships, users } from '#lib/db/schema/organizations';
import { type NewEmail, queueEmail } from '#lib/email/queue-email';
import { isVerifiedUser } from '#lib/email/verified-sender';

/** Queues an email to all members with these roles and a verified address, in the caller's transaction. */
export async function notifyMembers(
  context: Pick<Context, 'db' | 'clock' | 'organizationId'>,
  recipientRoles: readonly Role[],
  email: Omit<NewEmail, 'to'>,
): Promise<void> {
  const { db, organizationId } = context;
  const recipients = await db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        inArray(memberships.role, recipientRoles),
        isVerifiedUser(),
      ),
    );
  for (const recipient of recipients) await queueEmail(context, { ...email, to: recipient.email });
}
