import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/database/context';

/** Stops asking prompts; their answers stay. @returns how many were archived now */
export async function archivePrompts(
  context: Context,
  { projectId, promptIds }: { projectId: string; promptIds: string[] },
): Promise<number> {
  requirePermission(context.actor, 'projects.edit');
  return scoped(context, async ({ connection, organizationId, clock }) => {
    const { rowCount } = await connection.query(
      `UPDATE prompts SET archived_at = $4
       WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[]) AND archived_at IS NULL`,
      [organizationId, projectId, promptIds, clock.now()],
    );
    return rowCount ?? 0;
  });
}
