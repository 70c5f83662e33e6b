import type { Clock } from '#lib/core/clock';
import { sha256 } from '#lib/core/crypto';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';

interface FoundShare {
  id: string;
  /** Of whoever holds the link: may read only. */
  context: Context;
  projectId: string;
  filters: string;
  passwordHash: string | null;
}

/** The link of a token; undefined for one that is unknown, revoked or expired. */
export async function findShare(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<FoundShare | undefined> {
  const { rows } = await db.$client.query<Omit<FoundShare, 'context'> & { organizationId: string }>(
    `SELECT organization_id AS "organizationId", id, project_id AS "projectId", filters,
       password_hash AS "passwordHash"
     FROM shares WHERE token_hash = $1 AND revoked_at IS NULL AND coalesce(expires_at > $2, true)`,
    [sha256(token), clock.now()],
  );
  const share = rows[0];
  if (!share) return undefined;
  const { organizationId, id, projectId, filters, passwordHash } = share;
  const context: Context = { db, clock, organizationId, actor: { kind: 'share', shareId: id } };
  return { id, context, projectId, filters, passwordHash };
}

/** What a browser keeps of a password that was right. Who knows the token alone cannot make it. */
export function createShareProof(token: string, passwordHash: string): string {
  return sha256(`${token} ${passwordHash}`).toString('base64url');
}
