import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type Context, scoped } from '#lib/db/context';

/**
 * Stops asking prompts; their answers stay.
 * @returns how many were archived now
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function archivePrompts(
  context: Context,
  { projectId, promptIds }: { projectId: string; promptIds: string[] },
): Promise<number> {
  requirePermission(context.actor, 'projects.edit');
  return scoped(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    const { rowCount } = await db.$client.query(
      `UPDATE prompts SET archived_at = $4
       WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[]) AND archived_at IS NULL`,
      [organizationId, projectId, promptIds.filter(isId), clock.now()],
    );
    return rowCount ?? 0;
  });
}
