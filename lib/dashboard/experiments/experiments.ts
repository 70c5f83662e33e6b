import { randomInt } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { toDay } from '#lib/core/days';
import { invalidField, notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { addDays, isDay } from '#lib/core/time';
import { idSchema, originalSchema, singleLineSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema, requireUnchanged } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { compareValues } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { experiments, prompts } from '#lib/db/schema/projects';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';
import { formFields } from '#lib/operations/form-fields';

const experimentSchema = z.object({
  name: singleLineSchema({ required: 'Enter a name for the experiment.', maxLength: 80 }).register(
    formFields,
    { label: 'Name', placeholder: 'New comparison page' },
  ),
  description: z
    .string()
    .trim()
    .min(1, 'Describe the change.')
    .max(500, 'Use at most 500 characters.')
    .refine(isStorableText, 'Remove invalid characters, such as control characters.')
    .register(formFields, { label: 'What changes', control: 'paragraph' }),
  changedOn: z
    .string()
    .refine(isDay, 'Choose the day of the change.')
    .describe('YYYY-MM-DD.')
    .register(formFields, { label: 'First day with the change', control: 'date' }),
  assignment: z
    .enum(['random', 'chosen'])
    .default('chosen')
    .describe('The method that selects the treatment prompts. Edits cannot change it.'),
  promptIds: z
    .array(z.string().refine(isUuid, 'Prompt not found.'))
    .max(5_000, 'Choose at most 5,000 prompts.')
    .transform((ids) => [...new Set(ids)])
    .default([])
    .describe('The treatment prompts; empty to draw `treatmentCount` prompts at random.'),
  treatmentCount: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .nullish()
    .describe('The number of prompts to draw.'),
});

type ExperimentInput = z.input<typeof experimentSchema>;

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

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const createExperiment = defineOperation({
  name: 'experiments.create',
  title: 'Create an experiment',
  description:
    'Adds a dated change and the prompts that it should affect: chosen ones, or a number of prompts that are drawn at random before the change. The remaining prompts form the control group.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, ...experimentSchema.shape }),
  output: createdSchema,
  audit: ['experiment.created'],
  async run(context, { projectId, ...experiment }) {
    const { db, organizationId, clock } = context;
    await lockProject(db, organizationId, projectId);
    const input = await validateExperiment(context, projectId, experiment);
    const isInProject = hasValues(experiments, { organizationId, projectId });
    if ((await db.$count(experiments, isInProject)) >= maxExperiments) {
      throw invalidField(
        'name',
        `A project can have at most ${maxExperiments} experiments. Delete one first.`,
      );
    }
    const createdBy = getCreatorId(context);
    const [created] = await db
      .insert(experiments)
      .values({ organizationId, projectId, ...input, createdBy, createdAt: clock.now() })
      .returning({ id: experiments.id });
    if (!created) throw new Error('Creating an experiment returned no row.');
    const { name: target, ...after } = describeExperiment(input);
    await context.audit({ target, targetId: created.id, after });
    return created;
  },
});

const experimentIdSchema = idSchema('experiment');

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `original` if the experiment has changed since */
export const editExperiment = defineOperation({
  name: 'experiments.edit',
  title: 'Edit an experiment',
  description:
    'Changes the name, description, day and prompts of an experiment. Prompts that were drawn at random cannot be changed.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    experimentId: experimentIdSchema,
    ...experimentSchema.omit({ assignment: true, treatmentCount: true }).shape,
    original: originalSchema<ExperimentInput>(),
  }),
  audit: ['experiment.changed'],
  async run(context, { projectId, experimentId, original, ...experiment }) {
    const { db, organizationId } = context;
    const key = { projectId, experimentId };
    await lockProject(db, organizationId, projectId);
    const stored = await getExperiment(context, key);
    if (original) requireUnchanged(experimentSchema, { name: `“${stored.name}”`, original, stored });
    const { assignment, ...input } = await validateExperiment(context, projectId, {
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
    const change = compareValues(describeExperiment(stored), describeExperiment({ ...input, assignment }));
    if (change) await context.audit({ target: input.name, targetId: experimentId, ...change });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteExperiment = defineOperation({
  name: 'experiments.delete',
  title: 'Delete an experiment',
  description: 'Deletes an experiment. Its prompts and their answers stay.',
  permission: 'projects.edit',
  effect: 'delete',
  input: z.object({ projectId: projectIdSchema, experimentId: experimentIdSchema }),
  audit: ['experiment.deleted'],
  async run(context, key) {
    const { db, organizationId } = context;
    const [deleted] = await db
      .delete(experiments)
      .where(matchesKey(organizationId, key))
      .returning({ name: experiments.name });
    if (!deleted) throw experimentNotFound();
    await context.audit({ target: deleted.name, targetId: key.experimentId });
  },
});

/** Returns the values of an experiment for the audit log. */
function describeExperiment({ name, description, changedOn, assignment, promptIds }: Omit<Experiment, 'id'>) {
  return { name, description, changedOn, assignment, treatmentPrompts: promptIds.length };
}

/** Validates the day and the prompts of an experiment, and draws the prompts if asked to. @throws ServiceError VALIDATION_ERROR */
async function validateExperiment(
  context: Context,
  projectId: string,
  { treatmentCount, ...experiment }: z.output<typeof experimentSchema>,
) {
  const { db, organizationId, clock } = context;
  const { timeZone } = await readProjectDays(context, projectId);
  const today = toDay(clock.now(), timeZone);
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
