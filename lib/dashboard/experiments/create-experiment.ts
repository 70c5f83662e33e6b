import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { type ExperimentInput, validateExperiment } from '#lib/dashboard/experiments/experiment-input';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

const maxExperiments = 50;

/** Marks a change and the prompts it should move. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function createExperiment(
  context: Context,
  { projectId, experiment }: { projectId: string; experiment: ExperimentInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  return scoped(context, async (inside) => {
    const { db, organizationId, actor, clock } = inside;
    await lockProject(db, organizationId, projectId);
    const { name, what, changedOn, promptIds } = await validateExperiment(inside, projectId, experiment);
    const { rows: counts } = await db.$client.query<{ experiments: number }>(
      'SELECT count(*)::int AS experiments FROM experiments WHERE organization_id = $1 AND project_id = $2',
      [organizationId, projectId],
    );
    if ((counts[0]?.experiments ?? 0) >= maxExperiments) {
      throw invalidField('name', `A project keeps at most ${maxExperiments} experiments. Delete one first.`);
    }
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO experiments
         (organization_id, project_id, name, what, changed_on, prompt_ids, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        organizationId,
        projectId,
        name,
        what,
        changedOn,
        promptIds,
        // The operator of the instance is no user; its experiments name the organization.
        actor.kind === 'member' ? actor.userId : organizationId,
        clock.now(),
      ],
    );
    return { id: rows[0]?.id ?? '' };
  });
}
