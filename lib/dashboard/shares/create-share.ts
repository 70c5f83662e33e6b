import { randomToken, sha256 } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { getProject } from '#lib/dashboard/projects/get-project';
import { type Context, scoped } from '#lib/database/context';

const longestFilters = 4_000;

/**
 * Makes a read-only link to a project's overview, bound to filters that whoever opens it cannot loosen. The token
 * is handed out this once; only its hash is kept.
 * @param filters as a query string (`formatFilters`)
 */
export async function createShare(
  context: Context,
  { projectId, filters = '' }: { projectId: string; filters?: string },
): Promise<{ id: string; token: string }> {
  requirePermission(context.actor, 'shares.manage');
  if (filters.length > longestFilters) {
    throw invalidField('filters', 'There are too many filters for a link. Remove some and share again.');
  }
  const token = randomToken();
  return scoped(context, async (inside) => {
    await getProject(inside, { projectId });
    const { connection, organizationId, actor, clock } = inside;
    const { rows } = await connection.query<{ id: string }>(
      `INSERT INTO shares (organization_id, project_id, token_hash, filters, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        organizationId,
        projectId,
        sha256(token),
        filters,
        // The operator of the instance is no user; its links name the organization.
        actor.kind === 'member' ? actor.userId : organizationId,
        clock.now(),
      ],
    );
    return { id: rows[0]?.id ?? '', token };
  });
}
