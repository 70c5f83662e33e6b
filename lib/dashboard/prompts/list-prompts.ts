import { and, asc, ilike, inArray, sql } from 'drizzle-orm';
import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { readBrands } from '#lib/dashboard/projects/brand';
import type { Prompt } from '#lib/dashboard/prompts/prompt';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { prompts } from '#lib/db/schema/projects';

const { id, text, topic, tags, language, archivedAt } = prompts;
const isLanguageSet = sql<boolean>`${prompts.isLanguageSet} IS TRUE`;

/** Lists the active prompts of a project by topic, oldest first. */
export async function listPrompts(context: Context, { projectId }: { projectId: string }): Promise<Prompt[]> {
  requirePermission(context.actor, 'projects.read');
  return withOrganization(context, async ({ db, organizationId }) => {
    const matcher = await readMatcher(db, organizationId, projectId);
    const rows = await db
      .select({ id, text, topic, tags, language, isLanguageSet })
      .from(prompts)
      .where(hasValues(prompts, { organizationId, projectId, archivedAt: null }))
      .orderBy(topic, prompts.createdAt, id);
    return rows.map((row) => ({ ...row, isBranded: matcher.mentionsAny(row.text) }));
  });
}

/** Returns a prompt of a project, archived or not. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getPrompt(
  context: Context,
  { projectId, promptId }: { projectId: string; promptId: string },
): Promise<Prompt & { archivedAt: Date | null }> {
  requirePermission(context.actor, 'projects.read');
  const missing = notFound('Prompt not found in this project.');
  if (!isUuid(projectId) || !isUuid(promptId)) throw missing;
  return withOrganization(context, async ({ db, organizationId }) => {
    const [row] = await db
      .select({ id, text, topic, tags, language, isLanguageSet, archivedAt })
      .from(prompts)
      .where(hasValues(prompts, { organizationId, projectId, id: promptId }));
    if (!row) throw missing;
    const matcher = await readMatcher(db, organizationId, projectId);
    return { ...row, isBranded: matcher.mentionsAny(row.text) };
  });
}

/** Returns the texts of prompts, including archived ones, in the order of `promptIds`. */
export async function getPromptTexts(
  context: Context,
  { projectId, promptIds }: { projectId: string; promptIds: readonly string[] },
): Promise<{ id: string; text: string }[]> {
  requirePermission(context.actor, 'projects.read');
  return withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ id, text })
      .from(prompts)
      .where(and(hasValues(prompts, { organizationId, projectId }), inArray(id, [...promptIds])))
      .orderBy(sql`array_position(${sql.param([...promptIds])}::uuid[], ${id})`),
  );
}

/** Finds the active prompts whose text contains `search`, shortest first. */
export async function searchPrompts(
  context: Context,
  { projectId, search, limit = 8 }: { projectId: string; search: string; limit?: number },
): Promise<{ id: string; text: string }[]> {
  requirePermission(context.actor, 'projects.read');
  const trimmed = search.trim();
  if (trimmed === '' || trimmed.includes('\0') || !isUuid(projectId)) return [];
  const pattern = `%${trimmed.replace(/[\\%_]/g, '\\$&')}%`;
  return withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ id, text })
      .from(prompts)
      .where(and(hasValues(prompts, { organizationId, projectId, archivedAt: null }), ilike(text, pattern)))
      .orderBy(sql`length(${text})`, asc(id))
      .limit(limit),
  );
}

/** Returns the matcher of a project's current brands. */
async function readMatcher(db: Database, organizationId: string, projectId: string): Promise<Matcher> {
  const brands = await readBrands(db, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}

/** Returns the topics of all prompts of a project by ID, including archived ones; '' for prompts without a topic. */
export async function readTopics(
  context: Context,
  { projectId }: { projectId: string },
): Promise<ReadonlyMap<string, string>> {
  requirePermission(context.actor, 'projects.read');
  return withOrganization(context, async ({ db, organizationId }) => {
    const rows = await db
      .select({ id, topic })
      .from(prompts)
      .where(hasValues(prompts, { organizationId, projectId }));
    return new Map(rows.map((prompt) => [prompt.id, prompt.topic]));
  });
}
