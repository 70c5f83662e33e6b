import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import type { SavedView } from '#lib/dashboard/saved-views/saved-view';
import { type Context, scoped } from '#lib/db/context';

/** The views kept for a project, by name. */
export async function listViews(
  context: Context,
  { projectId }: { projectId: string },
): Promise<SavedView[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isId(projectId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<SavedView>({
      name: 'list-views',
      text: `SELECT id, name, screen, query FROM saved_views
             WHERE organization_id = $1 AND project_id = $2 ORDER BY lower(name), id`,
      values: [organizationId, projectId],
    }),
  );
  return rows;
}
