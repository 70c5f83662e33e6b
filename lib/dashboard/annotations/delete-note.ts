import { requirePermission } from '#lib/core/permissions';
import { noteNotFound } from '#lib/dashboard/annotations/note-input';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/db/context';

/** Takes a note away. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteNote(
  context: Context,
  { projectId, noteId }: { projectId: string; noteId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isId(projectId) || !isId(noteId)) throw noteNotFound();
  const { rowCount } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query(
      `DELETE FROM annotations WHERE organization_id = $1 AND project_id = $2 AND id = $3 AND kind = 'note'`,
      [organizationId, projectId, noteId],
    ),
  );
  if (!rowCount) throw noteNotFound();
}
