import { and, eq, gt, isNotNull, isNull, notExists } from 'drizzle-orm';
import { notFound, ServiceError } from '#lib/core/errors';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { invitations, memberships, organizations, users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { hashInvitationToken, isEmailedToken } from '#lib/service/members/invitation-tokens';
import { isOpenInvitation } from '#lib/service/members/invitations';
import { emailSchema } from '#lib/service/users/email-address';
import { createUser } from '#lib/service/users/users';

export interface Acceptance {
  token: string;
  /** A signed-in user, or a new one. */
  user: { id: string } | Parameters<typeof createUser>[1];
}

/**
 * Adds a user as a member and marks the invitation as accepted, in one transaction. If the token comes from the email of
 * the invitation, this also verifies the user's email address, provided that the email was sent to that address.
 * @throws ServiceError RESOURCE_NOT_FOUND if the link is unknown, used, revoked or expired, or if the organization is
 *   scheduled for deletion;
 *   RESOURCE_ALREADY_EXISTS if the user is already a member, or if the email address of a new user has an account
 */
export function acceptInvitation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { token, user }: Acceptance,
): Promise<{ organizationId: string; userId: string }> {
  return transaction(db, async (tx) => {
    const now = clock.now();
    const { organizationId, role, email } = await markInvitationAccepted(tx, token, now);
    const verifiedEmail = email !== null && isEmailedToken(token, email) ? email : null;
    const userId = 'id' in user ? user.id : await createInvitedUser({ db: tx, clock }, user, verifiedEmail);
    await tx
      .update(invitations)
      .set({ acceptedBy: userId })
      .where(eq(invitations.tokenHash, hashInvitationToken(token)));
    if ('id' in user && verifiedEmail !== null) await markEmailVerified(tx, userId, verifiedEmail, now);
    const { rowCount } = await tx
      .insert(memberships)
      .values({ organizationId, userId, role, createdAt: now })
      .onConflictDoNothing();
    if (rowCount) {
      const member: Context = { db: tx, clock, organizationId, actor: { kind: 'member', userId, role } };
      const [joined] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
      await recordAudit(member, {
        action: 'member.joined',
        target: joined?.email ?? '',
        targetId: userId,
        after: { role },
      });
      return { organizationId, userId };
    }
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
      message:
        'You are already a member of this organization. The invitation can still be used by someone else.',
    });
  });
}

/** Marks an invitation as accepted. @throws ServiceError RESOURCE_NOT_FOUND if it is not pending */
async function markInvitationAccepted(db: Database, token: string, now: Date) {
  const { organizationId, role, email, tokenHash, expiresAt } = invitations;
  const isScheduledForDeletion = and(
    eq(organizations.id, organizationId),
    isNotNull(organizations.deletesAt),
  );
  const [invitation] = await db
    .update(invitations)
    .set({ acceptedAt: now })
    .where(
      and(
        eq(tokenHash, hashInvitationToken(token)),
        isOpenInvitation,
        gt(expiresAt, now),
        notExists(db.select({ id: organizations.id }).from(organizations).where(isScheduledForDeletion)),
      ),
    )
    .returning({ organizationId, role, email });
  if (invitation) return invitation;
  throw notFound('This invitation is unknown, used, revoked or expired. Ask for a new link.');
}

/** Marks the email address of a user as verified, if it is still `verifiedEmail`. */
async function markEmailVerified(
  db: Database,
  userId: string,
  verifiedEmail: string,
  now: Date,
): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, verifiedEmail), isNull(users.emailVerifiedAt)));
}

async function createInvitedUser(
  deps: Pick<Context, 'db' | 'clock'>,
  user: Parameters<typeof createUser>[1],
  verifiedEmail: string | null,
): Promise<string> {
  const email = emailSchema.safeParse(user.email);
  const isEmailVerified = email.success && email.data === verifiedEmail;
  return (await createUser(deps, user, { isEmailVerified })).id;
}
