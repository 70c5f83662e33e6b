import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { readBrands } from '#lib/dashboard/projects/brand';
import type { Prompt } from '#lib/dashboard/prompts/prompt';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
import { type Context, type Database, scoped } from '#lib/db/client';

/** Lists the active prompts of a project by topic and age. */
export async function listPrompts(context: Context, { projectId }: { projectId: string }): Promise<Prompt[]> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    const matcher = await readMatcher(db, organizationId, projectId);
    const { rows } = await db.$client.query<Omit<Prompt, 'branded'>>(
      `SELECT id, text, topic, tags, language FROM prompts
       WHERE organization_id = $1 AND project_id = $2 AND archived_at IS NULL
       ORDER BY topic, created_at, id`,
      [organizationId, projectId],
    );
    return rows.map((row) => ({ ...row, branded: matcher.mentionsAny(row.text) }));
  });
}

export interface StoredPrompt extends Prompt {
  archivedAt: Date | null;
}

/** Returns a prompt of a project, archived or not. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getPrompt(
  context: Context,
  { projectId, promptId }: { projectId: string; promptId: string },
): Promise<StoredPrompt> {
  requirePermission(context.actor, 'projects.read');
  const missing = new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such prompt in this project.',
  });
  if (!isUuid(projectId) || !isUuid(promptId)) throw missing;
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Omit<StoredPrompt, 'branded'>>(
      `SELECT id, text, topic, tags, language, archived_at AS "archivedAt" FROM prompts
       WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
      [organizationId, projectId, promptId],
    );
    const row = rows[0];
    if (!row) throw missing;
    const matcher = await readMatcher(db, organizationId, projectId);
    return { ...row, branded: matcher.mentionsAny(row.text) };
  });
}

/** Returns the texts of prompts, archived ones too, in the order of `promptIds`. */
export async function getPromptTexts(
  context: Context,
  { projectId, promptIds }: { projectId: string; promptIds: readonly string[] },
): Promise<{ id: string; text: string }[]> {
  requirePermission(context.actor, 'projects.read');
  if (promptIds.length === 0) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<{ id: string; text: string }>(
      `SELECT id, text FROM prompts WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])
       ORDER BY array_position($3::uuid[], id)`,
      [organizationId, projectId, promptIds],
    ),
  );
  return rows;
}

/** Finds the active prompts whose text contains `words`, shortest first. */
export async function searchPrompts(
  context: Context,
  { projectId, words, limit = 8 }: { projectId: string; words: string; limit?: number },
): Promise<{ id: string; text: string }[]> {
  requirePermission(context.actor, 'projects.read');
  const searched = words.trim();
  if (searched === '' || searched.includes('\0') || !isUuid(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<{ id: string; text: string }>(
      `SELECT id, text FROM prompts
       WHERE organization_id = $1 AND project_id = $2 AND archived_at IS NULL
         AND text ILIKE '%' || replace(replace(replace($3, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
       ORDER BY length(text), id LIMIT $4`,
      [organizationId, projectId, searched, limit],
    ),
  );
  return rows;
}

/** Returns the matcher of a project's current brands. */
export async function readMatcher(db: Database, organizationId: string, projectId: string): Promise<Matcher> {
  const brands = await readBrands(db, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}
