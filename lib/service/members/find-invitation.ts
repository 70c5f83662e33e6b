import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { invitations, organizations } from '#lib/db/schema/organizations';
import { hashInvitationToken } from '#lib/service/members/invitation-tokens';

/** Returns the ID of the organization whose invitation was accepted with a token; null if none was. */
export async function getJoinedOrganizationId({ db }: Pick<Context, 'db'>, token: string) {
  const { organizationId, tokenHash, acceptedAt } = invitations;
  const [accepted] = await db
    .select({ organizationId })
    .from(invitations)
    .where(and(eq(tokenHash, hashInvitationToken(token)), isNotNull(acceptedAt)));
  return accepted?.organizationId ?? null;
}

/**
 * Returns the details of a pending invitation; null if it is unknown, used, revoked or expired, or if the organization is
 * scheduled for deletion. `email` is the address that the invitation was sent to, if any.
 */
export async function getInvitation({ db, clock }: Pick<Context, 'db' | 'clock'>, token: string) {
  const [invitation] = await db
    .select({
      organizationName: organizations.name,
      role: invitations.role,
      email: invitations.email,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(
      and(
        eq(invitations.tokenHash, hashInvitationToken(token)),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, clock.now()),
        isNull(organizations.deletesAt),
      ),
    );
  return invitation ?? null;
}
