import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/db/context';

/** Prompts of a project that are asked and whose text holds these words as they stand, the shortest first. */
export async function findPrompts(
  context: Context,
  { projectId, words, limit = 8 }: { projectId: string; words: string; limit?: number },
): Promise<{ id: string; text: string }[]> {
  requirePermission(context.actor, 'projects.read');
  const wanted = words.trim();
  if (wanted === '' || wanted.includes('\0') || !isId(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<{ id: string; text: string }>(
      `SELECT id, text FROM prompts
       WHERE organization_id = $1 AND project_id = $2 AND archived_at IS NULL
         AND text ILIKE '%' || replace(replace(replace($3, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
       ORDER BY length(text), id LIMIT $4`,
      [organizationId, projectId, wanted, limit],
    ),
  );
  return rows;
}
