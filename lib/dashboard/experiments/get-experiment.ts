import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import {
  type Experiment,
  experimentColumns,
  experimentNotFound,
} from '#lib/dashboard/experiments/experiment';
import { type Context, scoped } from '#lib/db/context';

/** One experiment. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getExperiment(
  context: Context,
  { projectId, experimentId }: { projectId: string; experimentId: string },
): Promise<Experiment> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId) || !isUuid(experimentId)) throw experimentNotFound();
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<Experiment>(
      `SELECT ${experimentColumns} FROM experiments
       WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
      [organizationId, projectId, experimentId],
    ),
  );
  const experiment = rows[0];
  if (!experiment) throw experimentNotFound();
  return experiment;
}
