import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { experimentNotFound } from '#lib/dashboard/experiments/experiment';
import { type Context, scoped } from '#lib/db/context';

/** Forgets an experiment; the answers it was told by stay. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteExperiment(
  context: Context,
  { projectId, experimentId }: { projectId: string; experimentId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId) || !isUuid(experimentId)) throw experimentNotFound();
  const { rowCount } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query('DELETE FROM experiments WHERE organization_id = $1 AND project_id = $2 AND id = $3', [
      organizationId,
      projectId,
      experimentId,
    ]),
  );
  if (!rowCount) throw experimentNotFound();
}
