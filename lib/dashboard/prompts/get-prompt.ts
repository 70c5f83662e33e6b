import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import type { Prompt } from '#lib/dashboard/prompts/prompt';
import { readMatcher } from '#lib/dashboard/prompts/read-matcher';
import { type Context, scoped } from '#lib/db/context';

/** A prompt with whether it is still asked. */
export interface StoredPrompt extends Prompt {
  archivedAt: Date | null;
}

/** One prompt of a project, archived or not. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getPrompt(
  context: Context,
  { projectId, promptId }: { projectId: string; promptId: string },
): Promise<StoredPrompt> {
  requirePermission(context.actor, 'projects.read');
  const missing = new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such prompt in this project.',
  });
  if (!isId(projectId) || !isId(promptId)) throw missing;
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
