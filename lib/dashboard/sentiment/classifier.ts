import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isDay } from '#lib/core/time';
import { parseInput, singleLineSchema, timeSchema } from '#lib/core/validation';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/project';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { classifySentences, type GetLanguageModel } from '#lib/dashboard/sentiment/classify-sentences';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { projects } from '#lib/db/schema/projects';
import { sentimentClassifiers, sentimentQueue } from '#lib/db/schema/sentiment';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { defineJob, definePeriodicJob } from '#lib/queue/jobs';

/** Classifies the sentences of an organization's queued answers. */
export const classifySentencesJob = defineJob({
  name: 'classify-sentences',
  schema: z.object({ organizationId: z.uuid() }),
  policy: 'exclusive',
  retries: 2,
  expireSeconds: 15 * 60,
});

/** Enqueues `classifySentencesJob` for organizations with queued answers; runs every minute. */
export const startClassificationsJob = definePeriodicJob('start-classifications');

/** The organization's sentiment classifier, and the tokens that it has used so far. */
const classifierSchema = z.object({
  name: z.string(),
  provider: z.string(),
  model: z.string(),
  since: timeSchema.describe('Answers requested before this are not classified.'),
  inputPrice: z.number().describe('US dollars per million tokens.'),
  outputPrice: z.number().describe('US dollars per million tokens.'),
  inputTokens: z.number(),
  outputTokens: z.number(),
  error: z.string().nullable().describe('Why the last requests failed; null unless they failed.'),
  retryAt: timeSchema.nullable().describe('When failed requests are retried.'),
  queued: z.int().describe('The number of answers waiting to be classified.'),
});
export type ClassifierStatus = z.output<typeof classifierSchema>;

export const getClassifier = defineOperation({
  name: 'classifier.get',
  title: 'Get the sentiment classifier',
  description:
    'Returns the sentiment classifier of the organization and the tokens that it has used; null if there is none.',
  permission: 'providers.read',
  effect: 'read',
  input: noInput,
  output: classifierSchema.nullable(),
  async run({ db, organizationId }) {
    const {
      name,
      provider,
      model,
      since,
      inputPrice,
      outputPrice,
      inputTokens,
      outputTokens,
      error,
      retryAt,
    } = sentimentClassifiers;
    const [row] = await db
      .select({
        name,
        provider,
        model,
        since,
        inputPrice,
        outputPrice,
        inputTokens,
        outputTokens,
        error,
        retryAt,
        queued: sql<number>`(SELECT count(*)::int FROM sentiment_queue
          WHERE sentiment_queue.organization_id = ${organizationId})`,
      })
      .from(sentimentClassifiers)
      .where(hasValues(sentimentClassifiers, { organizationId }));
    return row ?? null;
  },
});

const priceSchema = z
  .number('Enter the price in dollars, such as 0.25.')
  .min(0, 'A price cannot be negative.')
  .max(1_000, 'Enter the price per million tokens, in dollars.');
export const enableClassifierSchema = z.object({
  provider: z.string().max(40).describe('The key of a provider for which the organization has its own key.'),
  providerTitle: singleLineSchema({ maxLength: 40 }).describe('The name of the provider, as pages show it.'),
  model: singleLineSchema({ required: 'Enter the name of the model.', maxLength: 80 }),
  inputPrice: priceSchema.describe('US dollars per million tokens.'),
  outputPrice: priceSchema.describe('US dollars per million tokens.'),
  since: z
    .string()
    .refine(isDay, 'Choose a day.')
    .describe('The first day of classified answers: YYYY-MM-DD.'),
});
type EnableClassifierInput = z.input<typeof enableClassifierSchema>;

/** A clearly positive sentence. A model that misclassifies it is rejected. */
const testSentence = { brand: 'Fjordwing', sentence: 'Fjordwing kayaks are excellent and cheap.' };
const testTimeoutMs = 60_000;

/**
 * Makes a language model the organization's sentiment classifier from a given day, if it classifies a test sentence
 * correctly. Every project is rescored, and the answers before that day lose their sentiment: classifiers are never mixed.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR; any error of `getLanguageModel` or of the model
 */
export async function enableClassifier(
  context: Context,
  input: EnableClassifierInput,
  getLanguageModel: GetLanguageModel,
): Promise<void> {
  requirePermission(context.actor, 'providers.manage');
  const { since, providerTitle, ...valid } = parseInput(enableClassifierSchema, input);
  const signal = AbortSignal.timeout(testTimeoutMs);
  const { classifications, inputTokens, outputTokens } = await classifySentences(
    getLanguageModel(valid),
    [testSentence],
    signal,
  );
  if (classifications[0]?.sentiment !== 'positive') {
    throw invalidField(
      'model',
      'This model did not recognize “Fjordwing kayaks are excellent and cheap.” as positive. Choose another one.',
    );
  }
  const name = `${providerTitle} ${valid.model}`;
  const settings = { ...valid, name, since: new Date(since), error: null, retryAt: null };
  await changeClassifier(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await recordAudit(tx, { action: 'classifier.enabled', target: name, after: { since } });
    await db
      .insert(sentimentClassifiers)
      .values({ organizationId, ...settings, inputTokens, outputTokens, createdAt: clock.now() })
      .onConflictDoUpdate({
        target: sentimentClassifiers.organizationId,
        set: {
          ...settings,
          inputTokens: sql`${sentimentClassifiers.inputTokens} + ${inputTokens}`,
          outputTokens: sql`${sentimentClassifiers.outputTokens} + ${outputTokens}`,
        },
      });
  });
}

export const disableClassifier = defineOperation({
  name: 'classifier.disable',
  title: 'Disable the sentiment classifier',
  description: 'Turns sentiment off, and rescores every project. Classified sentences are kept.',
  permission: 'providers.manage',
  effect: 'write',
  input: noInput,
  audit: ['classifier.disabled'],
  run(context) {
    return changeClassifier(context, async ({ db, organizationId }) => {
      const deleted = await db
        .delete(sentimentClassifiers)
        .where(eq(sentimentClassifiers.organizationId, organizationId))
        .returning({ name: sentimentClassifiers.name });
      for (const { name } of deleted) await context.audit({ target: name });
    });
  },
});

export const retryClassifier = defineOperation({
  name: 'classifier.retry',
  title: 'Retry failed classifications',
  description: 'Clears the error of the classifier, so that failed requests are sent again within a minute.',
  permission: 'providers.manage',
  effect: 'spend',
  cost: 'The provider bills each request that is sent again.',
  input: noInput,
  unaudited: 'It sends failed requests again sooner, with unchanged settings.',
  async run({ db, organizationId }) {
    await db
      .update(sentimentClassifiers)
      .set({ error: null, retryAt: null })
      .where(eq(sentimentClassifiers.organizationId, organizationId));
  },
});

/** Changes the classifier and rescores every project, in one transaction. */
function changeClassifier(context: Context, change: (tx: Context) => Promise<void>): Promise<void> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const rows = await db
      .select({ id: projects.id })
      .from(projects)
      .where(hasValues(projects, { organizationId }))
      .orderBy(projects.id);
    const projectIds = rows.map(({ id }) => id);
    for (const projectId of projectIds) await lockProject(db, organizationId, projectId);
    await change(tx);
    await db.delete(sentimentQueue).where(hasValues(sentimentQueue, { organizationId }));
    const brands = await readBrands(db, organizationId, projectIds);
    for (const projectId of projectIds) {
      await startRescoring(tx, projectId, brands.get(projectId) ?? []);
    }
  });
}
