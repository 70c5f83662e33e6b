import { randomInt } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { addDays, isDay, toUtcDay } from '#lib/core/time';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject, requireUnchanged } from '#lib/dashboard/projects/project';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { experiments, prompts } from '#lib/db/schema/projects';

const experimentSchema = z.object({
  name: singleLineSchema({ required: 'Enter a name for the experiment.', maxLength: 80 }),
  description: z
    .string()
    .trim()
    .min(1, 'Describe the change.')
    .max(500, 'Use at most 500 characters.')
    .refine(isStorableText, 'Remove invalid characters, such as control characters.'),
  changedOn: z.string().refine(isDay, 'Choose the day of the change.'),
  /** The method that selects the treatment prompts. Edits cannot change it. */
  assignment: z.enum(['random', 'chosen']).default('chosen'),
  /** The treatment prompts; empty to draw `treatmentCount` prompts at random. */
  promptIds: z
    .array(z.string().refine(isUuid, 'Prompt not found.'))
    .max(5_000, 'Choose at most 5,000 prompts.')
    .transform((ids) => [...new Set(ids)])
    .default([]),
  /** The number of prompts to draw. */
  treatmentCount: z.int('Enter a whole number.').min(1, 'Enter at least 1.').nullish(),
});

export type ExperimentInput = z.input<typeof experimentSchema>;

const maxExperiments = 50;
const maxDaysAhead = 90;

const { id, name, description, changedOn, promptIds, assignment } = experiments;
const columns = { id, name, description, changedOn, promptIds, assignment };

/** A dated change, the prompts it should affect (treatment), and how they were assigned. */
export type Experiment = Pick<typeof experiments.$inferSelect, keyof typeof columns>;

interface ExperimentKey {
  projectId: string;
  experimentId: string;
}

function matchesKey(organizationId: string, { projectId, experimentId }: ExperimentKey) {
  return hasValues(experiments, { organizationId, projectId, id: experimentId });
}

const experimentNotFound = () => notFound('Experiment not found. It may have been deleted.');

/** Lists the experiments of a project, the latest change first. */
export async function listExperiments(
  context: Context,
  { projectId }: { projectId: string },
): Promise<Experiment[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  return withOrganization(context, ({ db, organizationId }) =>
    db
      .select(columns)
      .from(experiments)
      .where(hasValues(experiments, { organizationId, projectId }))
      .orderBy(desc(experiments.changedOn), desc(experiments.createdAt), experiments.id),
  );
}

/** Returns an experiment. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getExperiment(context: Context, key: ExperimentKey): Promise<Experiment> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(key.projectId) || !isUuid(key.experimentId)) throw experimentNotFound();
  const [experiment] = await withOrganization(context, ({ db, organizationId }) =>
    db.select(columns).from(experiments).where(matchesKey(organizationId, key)),
  );
  if (!experiment) throw experimentNotFound();
  return experiment;
}

/** Creates an experiment. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function createExperiment(
  context: Context,
  { projectId, experiment }: { projectId: string; experiment: ExperimentInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, projectId);
    const input = await validateExperiment(tx, projectId, experiment);
    const isInProject = hasValues(experiments, { organizationId, projectId });
    if ((await db.$count(experiments, isInProject)) >= maxExperiments) {
      throw invalidField(
        'name',
        `A project can have at most ${maxExperiments} experiments. Delete one first.`,
      );
    }
    const createdBy = getCreatorId(tx);
    const [created] = await db
      .insert(experiments)
      .values({ organizationId, projectId, ...input, createdBy, createdAt: clock.now() })
      .returning({ id: experiments.id });
    return { id: created?.id ?? '' };
  });
}

/**
 * Replaces an experiment.
 * @param original the experiment that the form showed; undefined overwrites newer edits
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `original` if the experiment has changed since
 */
export async function editExperiment(
  context: Context,
  {
    experiment,
    original,
    ...key
  }: ExperimentKey & { experiment: ExperimentInput; original?: ExperimentInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(key.experimentId)) throw experimentNotFound();
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    await lockProject(db, organizationId, key.projectId);
    const stored = await getExperiment(tx, key);
    if (original) requireUnchanged(experimentSchema, { name: `“${stored.name}”`, original, stored });
    const { assignment, ...input } = await validateExperiment(tx, key.projectId, {
      ...experiment,
      // If it could be edited, a random assignment would no longer be random.
      ...(stored.assignment === 'random' && { promptIds: stored.promptIds }),
      assignment: stored.assignment,
    });
    const edited = await db
      .update(experiments)
      .set(input)
      .where(matchesKey(organizationId, key))
      .returning({ id: experiments.id });
    if (edited.length === 0) throw experimentNotFound();
  });
}

/** Deletes an experiment, but not its answers. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteExperiment(context: Context, key: ExperimentKey): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(key.projectId) || !isUuid(key.experimentId)) throw experimentNotFound();
  const deleted = await withOrganization(context, ({ db, organizationId }) =>
    db.delete(experiments).where(matchesKey(organizationId, key)).returning({ id: experiments.id }),
  );
  if (deleted.length === 0) throw experimentNotFound();
}

/** Validates an experiment, its day and its prompts, and draws the prompts if asked to. @throws ServiceError VALIDATION_ERROR */
async function validateExperiment(
  { db, organizationId, clock }: Context,
  projectId: string,
  input: ExperimentInput,
) {
  const { treatmentCount, ...experiment } = parseInput(experimentSchema, input);
  const today = toUtcDay(clock.now());
  if (experiment.changedOn > addDays(today, maxDaysAhead)) {
    throw invalidField('changedOn', `Choose a day no later than ${maxDaysAhead} days from now.`);
  }
  const rows = await db
    .select({ id: prompts.id, archivedAt: prompts.archivedAt })
    .from(prompts)
    .where(hasValues(prompts, { organizationId, projectId }));
  const existingIds = new Set(rows.map((row) => row.id));
  const active = rows.filter(({ archivedAt }) => archivedAt === null).map((row) => row.id);
  if (experiment.promptIds.length === 0) {
    if (experiment.assignment === 'chosen' || !treatmentCount) {
      throw invalidField('promptIds', 'Choose the prompts that the change should affect.');
    }
    if (treatmentCount >= active.length) {
      throw invalidField(
        'treatmentCount',
        'Enter a smaller number. The remaining prompts form the control group.',
      );
    }
    if (experiment.changedOn < today) {
      throw invalidField(
        'changedOn',
        'Prompts can be assigned at random only before the change. Choose today or a later day.',
      );
    }
    return { ...experiment, promptIds: drawRandom(active, treatmentCount) };
  }
  if (experiment.promptIds.some((promptId) => !existingIds.has(promptId))) {
    throw invalidField('promptIds', 'One of the prompts no longer exists. Choose again.');
  }
  if (experiment.promptIds.length === existingIds.size) {
    throw invalidField(
      'promptIds',
      'Select fewer prompts. The control group is chosen from the ones you leave out.',
    );
  }
  return experiment;
}

/** Draws `count` values at random, each with the same probability. */
function drawRandom<T>(values: readonly T[], count: number): T[] {
  const rest = [...values];
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat();
}
