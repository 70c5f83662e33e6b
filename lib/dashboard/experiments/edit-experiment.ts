import { requirePermission } from '#lib/core/permissions';
import { experimentNotFound } from '#lib/dashboard/experiments/experiment';
import { checkExperiment, type ExperimentInput } from '#lib/dashboard/experiments/experiment-input';
import { isId } from '#lib/dashboard/projects/is-id';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type Context, scoped } from '#lib/database/context';

/** Says a marked change anew. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function editExperiment(
  context: Context,
  {
    projectId,
    experimentId,
    experiment,
  }: { projectId: string; experimentId: string; experiment: ExperimentInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isId(experimentId)) throw experimentNotFound();
  await scoped(context, async (inside) => {
    const { connection, organizationId } = inside;
    await lockProject(connection, organizationId, projectId);
    const { name, what, changedOn, promptIds } = await checkExperiment(inside, projectId, experiment);
    const { rowCount } = await connection.query(
      `UPDATE experiments SET name = $4, what = $5, changed_on = $6, prompt_ids = $7
       WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
      [organizationId, projectId, experimentId, name, what, changedOn, promptIds],
    );
    if (!rowCount) throw experimentNotFound();
  });
}
