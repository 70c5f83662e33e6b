import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type Experiment, experimentColumns } from '#lib/dashboard/experiments/experiment';
import { type Context, scoped } from '#lib/db/context';

/** The experiments of a project, the latest change first. */
export async function listExperiments(
  context: Context,
  { projectId }: { projectId: string },
): Promise<Experiment[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<Experiment>(
      `SELECT ${experimentColumns} FROM experiments
       WHERE organization_id = $1 AND project_id = $2 ORDER BY changed_on DESC, created_at DESC, id`,
      [organizationId, projectId],
    ),
  );
  return rows;
}
