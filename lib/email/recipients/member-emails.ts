import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { memberships, users } from '#lib/db/schema/organizations';
import { isVerifiedUser } from '#lib/email/verified-sender';

/**
 * Returns those of the addresses, in lower case, that are verified and belong to members of the organization. Members
 * agree to get its emails by joining.
 */
export async function findMemberEmails(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(hasValues(memberships, { organizationId }), inArray(users.email, [...emails]), isVerifiedUser()),
    );
  return new Set(rows.map(({ email }) => email));
}

/** When an address confirmed that it wants to get emails, and when it unsubscribed; null if it did not. */
export interface Consent {
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
}

/** Returns whether emails may be sent to an address. */
export function mayReceive({ confirmedAt, unsubscribedAt }: Consent, isMember: boolean): boolean {
  return unsubscribedAt === null && (confirmedAt !== null || isMember);
}
