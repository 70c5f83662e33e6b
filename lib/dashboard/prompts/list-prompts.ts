import { requirePermission } from '#lib/core/permissions';
import type { Prompt } from '#lib/dashboard/prompts/prompt';
import { readMatcher } from '#lib/dashboard/prompts/read-matcher';
import { type Context, scoped } from '#lib/db/context';

/** The prompts of a project that are asked (not archived), by topic, oldest first within one. */
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
