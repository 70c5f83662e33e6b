import type { Clock } from '#lib/core/clock';
import { isSameSecret } from '#lib/core/crypto';
import { createShareProof, findShare } from '#lib/dashboard/shares/find-share';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';

/** What a link gives: a reader of one project, under filters that stay as they are. */
export interface OpenedShare {
  /** May read only. The page passes `projectId` and `filters` on, never ones from its address. */
  context: Context;
  projectId: string;
  /** Query string. */
  filters: string;
}

/**
 * Opens a link by its token; undefined for one that is unknown, revoked or expired, `locked` for one whose password
 * has not been given.
 * @param proof what `unlockShare` gave for the password
 */
export async function openShare(
  place: { db: Database; clock: Clock },
  { token, proof }: { token: string; proof?: string | undefined },
): Promise<OpenedShare | 'locked' | undefined> {
  const share = await findShare(place, token);
  if (!share) return undefined;
  const { context, projectId, filters, passwordHash } = share;
  if (passwordHash !== null && !(proof && isSameSecret(proof, createShareProof(token, passwordHash))))
    return 'locked';
  return { context, projectId, filters };
}
