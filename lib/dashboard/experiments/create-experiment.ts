import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { dayOf, isDay } from '#lib/dashboard/metrics/days';
import { isId } from '#lib/dashboard/projects/is-id';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type Context, scoped } from '#lib/database/context';

const mostExperiments = 50;

const words = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(most, `Keep this within ${most} characters.`)
    .refine((text) => !text.includes('\0'), 'This cannot hold such a character.');

const experimentSchema = z.object({
  name: words(80, 'Give the experiment a name.'),
  what: words(500, 'Say what was changed.'),
  changedOn: z.string().refine(isDay, 'Choose the day of the change.'),
  promptIds: z
    .array(z.string().refine(isId, 'There is no such prompt.'))
    .min(1, 'Choose the prompts that the change should move.')
    .max(5_000, 'Choose at most 5,000 prompts.')
    .transform((ids) => [...new Set(ids)]),
});

export type ExperimentInput = z.input<typeof experimentSchema>;

/** Marks a change and the prompts it should move. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function createExperiment(
  context: Context,
  { projectId, experiment }: { projectId: string; experiment: ExperimentInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { name, what, changedOn, promptIds } = parseInput(experimentSchema, experiment);
  if (changedOn > dayOf(context.clock.now())) {
    throw invalidField('changedOn', 'The day of the change must not lie ahead.');
  }
  return scoped(context, async ({ connection, organizationId, actor, clock }) => {
    await lockProject(connection, organizationId, projectId);
    const { rows: counts } = await connection.query<{ chosen: number; others: number; experiments: number }>(
      `SELECT count(*) FILTER (WHERE id = ANY ($3::uuid[]))::int AS chosen,
         count(*) FILTER (WHERE id <> ALL ($3::uuid[]))::int AS others,
         (SELECT count(*)::int FROM experiments WHERE organization_id = $1 AND project_id = $2) AS experiments
       FROM prompts WHERE organization_id = $1 AND project_id = $2`,
      [organizationId, projectId, promptIds],
    );
    const { chosen = 0, others = 0, experiments = 0 } = counts[0] ?? {};
    if (chosen < promptIds.length) {
      throw invalidField('promptIds', 'One of the prompts is not there any more. Choose again.');
    }
    if (others === 0) {
      throw invalidField('promptIds', 'Leave some prompts out: what happens to them is the control.');
    }
    if (experiments >= mostExperiments) {
      throw invalidField('name', `A project keeps at most ${mostExperiments} experiments. Delete one first.`);
    }
    const { rows } = await connection.query<{ id: string }>(
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
