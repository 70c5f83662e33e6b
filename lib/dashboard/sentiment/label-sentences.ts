import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { getCreatorId } from '#lib/core/permissions';
import { sampleSize } from '#lib/core/sentiment';
import { addDays, toUtcDay } from '#lib/core/time';
import { idSchema } from '#lib/core/validation';
import { promptLanguage, selectAccuracy } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { sentenceLabels } from '#lib/db/schema/sentiment';
import { defineOperation, noInput } from '#lib/operations/define-operation';

/** A language with the measured accuracy of the classifier, and the sentence that a member labels next. */
const languageSchema = z.object({
  language: z.string().describe('ISO 639-1; `und` if the language of prompts is unknown.'),
  labeled: z.int().describe('The number of sentences that members labeled.'),
  correct: z.int().describe('How many of these the classifier classified in the same way.'),
  next: z
    .object({ id: z.string(), brand: z.string(), sentence: z.string() })
    .nullable()
    .describe('Null once the sample is labeled, or if no other sentence is classified.'),
});
export type LabeledLanguage = z.output<typeof languageSchema>;

/** Sentences are drawn from the newest mentions of the last days. */
const maxMentions = 5_000;
const maxDays = 90;

type CandidateRow = { classifier: string; language: string; id: string; brand: string; sentence: string };

/** Selects the classified sentences of recent mentions that nobody has labeled, each once. */
function selectCandidates({ organizationId, clock }: Context, condition: SQL): SQL {
  const since = addDays(toUtcDay(clock.now()), -maxDays);
  return sql`
    SELECT DISTINCT ON (classified.id) classifiers.name AS classifier, ${promptLanguage} AS language, classified.id,
      brands.name AS brand, classified.sentence
    FROM (SELECT requested_at, answer_id, brand_id, scoring_version, sentence_ids FROM mentions
          WHERE organization_id = ${organizationId} AND requested_at >= ${since}::date AND sentence_ids IS NOT NULL
          ORDER BY requested_at DESC LIMIT ${maxMentions}) recent
    JOIN answers ON answers.organization_id = ${organizationId} AND answers.requested_at = recent.requested_at
      AND answers.id = recent.answer_id
    JOIN projects ON projects.organization_id = ${organizationId} AND projects.id = answers.project_id
      AND projects.scoring_version = recent.scoring_version
    JOIN sentiment_classifiers classifiers ON classifiers.organization_id = ${organizationId}
      AND classifiers.name = projects.sentiment_classifier
    JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = answers.prompt_id
    JOIN brands ON brands.organization_id = ${organizationId} AND brands.id = recent.brand_id
    JOIN classified_sentences classified ON classified.organization_id = ${organizationId}
      AND classified.id = ANY (recent.sentence_ids) AND classified.sentiment IS NOT NULL
    WHERE ${condition} AND NOT EXISTS (SELECT FROM sentence_labels labels
      WHERE labels.organization_id = ${organizationId} AND labels.sentence_id = classified.id)
    ORDER BY classified.id, recent.requested_at DESC`;
}

/**
 * IDs of sentences are hashes, so the lowest IDs are a random sample, and members label them without seeing how they were
 * classified.
 */
export const listLabeledLanguages = defineOperation({
  name: 'classifier.list-languages',
  title: 'List the languages of classified sentences',
  description:
    'Lists the languages with classified sentences, each with the measured accuracy of the classifier and the sentence to label next.',
  permission: 'providers.read',
  effect: 'read',
  input: noInput,
  output: z.array(languageSchema),
  async run(context) {
    const { db, organizationId } = context;
    const [classifier] = await queryRows<{ name: string }>(
      db,
      sql`SELECT name FROM sentiment_classifiers WHERE organization_id = ${organizationId}`,
    );
    if (!classifier) return [];
    const measured = await queryRows<{ language: string; labeled: number; correct: number }>(
      db,
      selectAccuracy(organizationId, sql`${classifier.name}`),
    );
    const candidates = await queryRows<CandidateRow>(
      db,
      sql`SELECT DISTINCT ON (language) candidates.* FROM (${selectCandidates(context, sql`true`)}) candidates
          ORDER BY language, id`,
    );
    const languages = new Set([...measured, ...candidates].map(({ language }) => language));
    return [...languages].sort().map((language) => {
      const { labeled = 0, correct = 0 } = measured.find((row) => row.language === language) ?? {};
      const candidate = candidates.find((row) => row.language === language);
      const next = candidate && labeled < sampleSize ? toNext(candidate) : null;
      return { language, labeled, correct, next };
    });
  },
});

const toNext = ({ id, brand, sentence }: CandidateRow) => ({ id, brand, sentence });

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const labelSentence = defineOperation({
  name: 'classifier.label-sentence',
  title: 'Label a classified sentence',
  description:
    'Stores what a member thinks a sentence says about its brand. The accuracy of the classifier in a language is the share of labeled sentences that it classified in the same way; with 30 labels and less than 75%, sentiment is off in that language.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    sentenceId: idSchema('sentence'),
    sentiment: z.enum(['positive', 'neutral', 'negative']).describe('Toward the brand.'),
  }),
  audit: ['classifier.sentence-labeled'],
  async run(context, { sentenceId, sentiment }) {
    const { db, organizationId, clock } = context;
    const [found] = await queryRows<CandidateRow>(
      db,
      selectCandidates(context, sql`classified.id = ${sentenceId}::uuid`),
    );
    if (!found) throw notFound('This sentence is labeled already, or no longer stored. Reload the page.');
    const { classifier, language, brand } = found;
    const labeledBy = getCreatorId(context);
    await db
      .insert(sentenceLabels)
      .values({
        organizationId,
        sentenceId,
        classifier,
        language,
        sentiment,
        labeledBy,
        createdAt: clock.now(),
      })
      .onConflictDoNothing();
    await context.audit({ target: brand, targetId: sentenceId, after: { language, sentiment } });
  },
});
