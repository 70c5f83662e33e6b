import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { type NoteInput, noteInputSchema, noteNotFound } from '#lib/dashboard/annotations/note-input';
import { isId } from '#lib/dashboard/projects/is-id';
import { type Context, scoped } from '#lib/database/context';

/** Changes the day or the words of a note. @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function editNote(
  context: Context,
  { projectId, noteId, note }: { projectId: string; noteId: string; note: NoteInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  if (!isId(projectId) || !isId(noteId)) throw noteNotFound();
  const { rowCount } = await scoped(context, ({ connection, organizationId }) =>
    connection.query(
      `UPDATE annotations SET day = $4, text = $5
       WHERE organization_id = $1 AND project_id = $2 AND id = $3 AND kind = 'note'`,
      [organizationId, projectId, noteId, day, text],
    ),
  );
  if (!rowCount) throw noteNotFound();
}
