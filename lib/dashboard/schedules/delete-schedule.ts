import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/database/context';

/** Stops a project's schedule for good; runs and answers stay. @returns whether there was one */
export async function deleteSchedule(
  context: Context,
  { projectId }: { projectId: string },
): Promise<boolean> {
  requirePermission(context.actor, 'projects.edit');
  const { rowCount } = await scoped(context, ({ connection, organizationId }) =>
    connection.query('DELETE FROM schedules WHERE organization_id = $1 AND project_id = $2', [
      organizationId,
      projectId,
    ]),
  );
  return (rowCount ?? 0) > 0;
}
