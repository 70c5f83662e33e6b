import { desc, sql } from 'drizzle-orm';
import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type ExtractedName, extractNames } from '#lib/dashboard/brands/extract-names';
import { readBrands } from '#lib/dashboard/projects/brand';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';
import { type Context, hasValues, scoped } from '#lib/db/client';
import { answers } from '#lib/db/schema/answers';

/** The newest answers that are read: enough for a first run, and few enough for every visit of a page. */
const maxAnswers = 200;
const maxNames = 8;

/** Names that answers list or emphasize and that are not tracked. */
export interface CompetitorSuggestions {
  /** Answers read: the newest, up to 200. */
  answers: number;
  /** At most eight, the most frequent first. */
  names: ExtractedName[];
}

/**
 * Suggests competitors from the newest answers of a project.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function suggestCompetitors(
  context: Context,
  { projectId }: { projectId: string },
): Promise<CompetitorSuggestions> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) throw notFound('Project not found in this organization.');
  const [brands, texts] = await scoped(context, async ({ db, organizationId }) => [
    (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [],
    await db
      .select({ text: sql<string>`coalesce(${answers.markdown}, ${answers.text})` })
      .from(answers)
      .where(hasValues(answers, { organizationId, projectId, status: 'answered' }))
      .orderBy(desc(answers.requestedAt))
      .limit(maxAnswers),
  ]);
  const matcher = compileMatcher(brands);
  const names = extractNames(
    texts.map(({ text }) => text),
    (name) => matcher.mentionsAny(name),
  );
  return { answers: texts.length, names: names.slice(0, maxNames) };
}
