import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { transaction } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { createUser } from '#lib/service/users/create-user';

export interface Acceptance {
  token: string;
  /** Who accepts: somebody signed in, or a new user. */
  user: { id: string } | { name: string; email: string; password: string };
}

/**
 * Makes somebody a member by an invitation, which is used up. When anything fails it stays usable.
 * @throws ServiceError RESOURCE_NOT_FOUND for a link that is unknown, used, revoked or expired;
 *   RESOURCE_ALREADY_EXISTS for somebody who is a member, or a new user whose address has an account
 */
export function acceptInvitation(
  { db: outer, clock }: Pick<Context, 'db' | 'clock'>,
  { token, user }: Acceptance,
): Promise<{ organizationId: string; userId: string }> {
  return transaction(outer, async (db) => {
    const now = clock.now();
    const used = await db.$client.query<{ organizationId: string; role: string }>(
      `UPDATE invitations SET accepted_at = $2
       WHERE token_hash = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2
       RETURNING organization_id AS "organizationId", role`,
      [sha256(token), now],
    );
    const invitation = used.rows[0];
    if (!invitation) {
      throw new ServiceError('RESOURCE_NOT_FOUND', {
        message: 'This invitation is unknown, used, revoked or expired. Ask for a new link.',
      });
    }
    const { organizationId, role } = invitation;
    const userId = 'id' in user ? user.id : (await createUser({ db, clock }, user)).id;
    const joined = await db.$client.query(
      `INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [organizationId, userId, role, now],
    );
    if (joined.rowCount) return { organizationId, userId };
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
      message:
        'You are already a member of this organization. The invitation is still open for somebody else.',
    });
  });
}
