import type { Clock } from '#lib/core/clock';
import { sha256 } from '#lib/core/crypto';
import type { Connection } from '#lib/database/connection';
import type { Context } from '#lib/database/context';

/** What a link gives: a reader of one project, under filters that stay as they are. */
export interface OpenedShare {
  /** May read only. The page passes `projectId` and `filters` on, never ones from its address. */
  context: Context;
  projectId: string;
  /** Query string. */
  filters: string;
}

/** Opens a link by its token; undefined for one that is unknown or revoked. */
export async function openShare(
  { connection, clock }: { connection: Connection; clock: Clock },
  { token }: { token: string },
): Promise<OpenedShare | undefined> {
  const { rows } = await connection.query<{
    organizationId: string;
    id: string;
    projectId: string;
    filters: string;
  }>(
    `SELECT organization_id AS "organizationId", id, project_id AS "projectId", filters FROM shares
     WHERE token_hash = $1 AND revoked_at IS NULL`,
    [sha256(token)],
  );
  const share = rows[0];
  if (!share) return undefined;
  const { organizationId, id, projectId, filters } = share;
  return {
    context: { connection, clock, organizationId, actor: { kind: 'share', shareId: id } },
    projectId,
    filters,
  };
}
