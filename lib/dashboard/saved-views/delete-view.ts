import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { viewNotFound } from '#lib/dashboard/saved-views/saved-view';
import { type Context, scoped } from '#lib/db/context';

/** Forgets a view; what it showed stays. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteView(
  context: Context,
  { projectId, viewId }: { projectId: string; viewId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isId(projectId) || !isId(viewId)) throw viewNotFound();
  const { rowCount } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query('DELETE FROM saved_views WHERE organization_id = $1 AND project_id = $2 AND id = $3', [
      organizationId,
      projectId,
      viewId,
    ]),
  );
  if (!rowCount) throw viewNotFound();
}
