import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { experimentNotFound } from '#lib/dashboard/experiments/experiment';
import {
  type ExperimentInput,
  experimentSchema,
  validateExperiment,
} from '#lib/dashboard/experiments/experiment-input';
import { getExperiment } from '#lib/dashboard/experiments/get-experiment';
import { lockProject } from '#lib/dashboard/projects/project';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/context';

/**
 * Says a marked change anew.
 * @param seen the change as who says it anew saw it; left out, whatever stands there is replaced
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `seen` when it no longer is as seen
 */
export async function editExperiment(
  context: Context,
  {
    projectId,
    experimentId,
    experiment,
    seen,
  }: { projectId: string; experimentId: string; experiment: ExperimentInput; seen?: ExperimentInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(experimentId)) throw experimentNotFound();
  await scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    await lockProject(db, organizationId, projectId);
    if (seen) {
      const stored = await getExperiment(inside, { projectId, experimentId });
      requireUnchanged(experimentSchema, { name: `“${stored.name}”`, seen, stored });
    }
    const { name, what, changedOn, promptIds } = await validateExperiment(inside, projectId, experiment);
    const { rowCount } = await db.$client.query(
      `UPDATE experiments SET name = $4, what = $5, changed_on = $6, prompt_ids = $7
       WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
      [organizationId, projectId, experimentId, name, what, changedOn, promptIds],
    );
    if (!rowCount) throw experimentNotFound();
  });
}
