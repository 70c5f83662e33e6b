import { sha256 } from '#lib/core/crypto';
import type { Role } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';

export interface InvitationDetails {
  organizationName: string;
  role: Role;
  /** The inviter's label, usually an email address. */
  label: string;
  expiresAt: Date;
}

/** Returns the details of an open invitation; null if it is unknown, used, revoked or expired. */
export async function getInvitation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<InvitationDetails | null> {
  const { rows } = await db.$client.query<InvitationDetails>(
    `SELECT o.name AS "organizationName", i.role, i.label, i.expires_at AS "expiresAt"
     FROM invitations i JOIN organizations o ON o.id = i.organization_id
     WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2`,
    [sha256(token), clock.now()],
  );
  return rows[0] ?? null;
}
