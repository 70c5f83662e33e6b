import { z } from 'zod';
import { isDay, toUtcDay } from '#lib/core/days';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/context';

/** A change whose effect on some prompts is told from what happened to the others meanwhile. */
export interface Experiment {
  id: string;
  name: string;
  /** What was changed, in words. */
  what: string;
  /** The first UTC day with the change. */
  changedOn: string;
  /** The prompts it should move; all others of the project are its control. */
  promptIds: string[];
}

/** Columns of `experiments` under the names of `Experiment`. */
const experimentColumns = 'id, name, what, changed_on::text AS "changedOn", prompt_ids AS "promptIds"';

function experimentNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such experiment. It may have been deleted.',
  });
}

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

const experimentSchema = z.object({
  name: singleLineSchema({ required: 'Give the experiment a name.', maxLength: 80 }),
  what: z
    .string()
    .trim()
    .min(1, 'Say what was changed.')
    .max(500, 'Use at most 500 characters.')
    .refine(isStorableText, 'Leave out characters that are not text.'),
  changedOn: z.string().refine(isDay, 'Choose the day of the change.'),
  promptIds: z
    .array(z.string().refine(isUuid, 'There is no such prompt.'))
    .min(1, 'Choose the prompts that the change should move.')
    .max(5_000, 'Choose at most 5,000 prompts.')
    .transform((ids) => [...new Set(ids)]),
});

/** What a person says of a change. */
export type ExperimentInput = z.input<typeof experimentSchema>;

/**
 * Checks a change against the day and the prompts of its project; for a transaction already scoped.
 * @throws ServiceError VALIDATION_ERROR
 */
async function validateExperiment(
  { db, organizationId, clock }: Context,
  projectId: string,
  input: ExperimentInput,
): Promise<z.output<typeof experimentSchema>> {
  const experiment = parseInput(experimentSchema, input);
  if (experiment.changedOn > toUtcDay(clock.now())) {
    throw invalidField('changedOn', 'The day of the change must not lie ahead.');
  }
  const { promptIds } = experiment;
  const { rows } = await db.$client.query<{ chosen: number; others: number }>(
    `SELECT count(*) FILTER (WHERE id = ANY ($3::uuid[]))::int AS chosen,
       count(*) FILTER (WHERE id <> ALL ($3::uuid[]))::int AS others
     FROM prompts WHERE organization_id = $1 AND project_id = $2`,
    [organizationId, projectId, promptIds],
  );
  const { chosen = 0, others = 0 } = rows[0] ?? {};
  if (chosen < promptIds.length) {
    throw invalidField('promptIds', 'One of the prompts is not there any more. Choose again.');
  }
  if (others === 0) {
    throw invalidField('promptIds', 'Leave some prompts out: what happens to them is the control.');
  }
  return experiment;
}
