import { type SQL, sql } from 'drizzle-orm';
import { isLanguageOff, type LanguageAccuracy } from '#lib/core/sentiment';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** Whether the sentiment of a project may be computed and shown. Every surface follows it. */
export interface SentimentAvailability {
  /** The language model that classifies the sentences of the published scoring version; null if none does. */
  classifier: string | null;
  /** The languages of the project's prompts, with the measured accuracy of the classifier; empty without one. */
  languages: LanguageAccuracy[];
}

/** The value without a language model. */
export const noSentiment: SentimentAvailability = { classifier: null, languages: [] };

/** The language of a prompt as accuracy is measured for it: regional forms together, `und` if it is unknown. */
export const promptLanguage = sql`coalesce(split_part(prompts.language, '-', 1), 'und')`;

/** Selects whether the sentiment of a project may be computed and shown, as JSON; null if the project does not exist. */
export function selectSentimentAvailability(organizationId: string, projectId: string): SQL {
  return sql`(SELECT json_build_object('classifier', projects.sentiment_classifier, 'languages',
      CASE WHEN projects.sentiment_classifier IS NULL THEN '[]' ELSE (
        SELECT coalesce(json_agg(json_build_object('language', used.language, 'labeled', coalesce(labeled, 0),
          'correct', coalesce(correct, 0)) ORDER BY used.language), '[]')
        FROM (SELECT DISTINCT ${promptLanguage} AS language FROM prompts
              WHERE prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}) used
        LEFT JOIN (${selectAccuracy(organizationId, sql`projects.sentiment_classifier`)}) measured
          ON measured.language = used.language) END)
    FROM projects WHERE projects.organization_id = ${organizationId} AND projects.id = ${projectId})`;
}

/** Reads whether the sentiment of a project may be computed and shown. */
export async function readSentimentAvailability(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
): Promise<SentimentAvailability> {
  const [row] = await queryRows<{ sentiment: SentimentAvailability | null }>(
    db,
    sql`SELECT ${selectSentimentAvailability(organizationId, projectId)} AS sentiment`,
  );
  return row?.sentiment ?? noSentiment;
}

/** Selects how many sentences members have labeled, and how many of them the classifier classified alike, by language. */
export function selectAccuracy(organizationId: string, classifier: SQL): SQL {
  return sql`SELECT labels.language, count(*)::int AS labeled,
      (count(*) FILTER (WHERE labels.sentiment = classified.sentiment))::int AS correct
    FROM sentence_labels labels JOIN classified_sentences classified
      ON classified.organization_id = ${organizationId} AND classified.id = labels.sentence_id
    WHERE labels.organization_id = ${organizationId} AND labels.classifier = ${classifier}
    GROUP BY labels.language`;
}

/** Returns whether some languages of the project are off. */
export function hasOffLanguages({ languages }: SentimentAvailability): boolean {
  return languages.some(isLanguageOff);
}

/**
 * Builds the condition that the sentence counts of a rollup's row may be used. Without a language model, counts are those
 * of the word list of earlier versions: they stay stored until the project is rescored, and are never shown.
 */
export function isClassified(
  { organizationId }: Pick<Context, 'organizationId'>,
  { classifier, languages }: SentimentAvailability,
): SQL {
  if (classifier === null) return sql`false`;
  const off = languages.filter(isLanguageOff).map(({ language }) => language);
  if (off.length === 0) return sql`true`;
  return sql`prompt_id NOT IN (SELECT prompts.id FROM prompts
    WHERE prompts.organization_id = ${organizationId} AND ${promptLanguage} = ANY (${sql.param(off)}::text[]))`;
}
