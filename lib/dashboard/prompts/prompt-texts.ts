import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

/** The words of some prompts of a project, archived ones too, in the order they are asked for. */
export async function promptTexts(
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
