import { z } from 'zod';
import { isDay, toUtcDay } from '#lib/core/days';
import { invalidField } from '#lib/core/errors';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/context';

export const experimentSchema = z.object({
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
export async function validateExperiment(
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
