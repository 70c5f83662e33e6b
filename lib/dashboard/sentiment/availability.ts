import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { projects } from '#lib/db/schema/projects';

/** Whether the sentiment of a project may be computed and shown. Every surface follows it. */
export interface SentimentAvailability {
  /** The language model that classifies the sentences of the published scoring version; null if none does. */
  classifier: string | null;
}

/** Reads whether the sentiment of a project may be computed and shown. */
export async function readSentimentAvailability(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
): Promise<SentimentAvailability> {
  const [project] = await db
    .select({ classifier: projects.sentimentClassifier })
    .from(projects)
    .where(hasValues(projects, { organizationId, id: projectId }));
  return { classifier: project?.classifier ?? null };
}

/**
 * Builds the condition that the sentence counts of a rollup's row may be used. Without a language model, counts are those
 * of the word list of earlier versions: they stay stored until the project is rescored, and are never shown.
 */
export function isClassified({ classifier }: SentimentAvailability): SQL {
  return classifier === null ? sql`false` : sql`true`;
}
