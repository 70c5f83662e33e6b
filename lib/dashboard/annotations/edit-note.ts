import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { type NoteInput, noteInputSchema, noteNotFound } from '#lib/dashboard/annotations/note-input';
import { isId } from '#lib/dashboard/projects/is-id';
import { requireAsSeen } from '#lib/dashboard/session/as-seen';
import { type Context, scoped } from '#lib/db/context';

/**
 * Changes the day or the words of a note.
 * @param seen the note as who changes it saw it; left out, whatever stands there is replaced
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `seen` when it no longer is as seen
 */
export async function editNote(
  context: Context,
  { projectId, noteId, note, seen }: { projectId: string; noteId: string; note: NoteInput; seen?: NoteInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  if (!isId(projectId) || !isId(noteId)) throw noteNotFound();
  await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ day: string; text: string }>(
      `SELECT day::text AS day, text FROM annotations
       WHERE organization_id = $1 AND project_id = $2 AND id = $3 AND kind = 'note' FOR UPDATE`,
      [organizationId, projectId, noteId],
    );
    const stored = rows[0];
    if (!stored) throw noteNotFound();
    if (seen) requireAsSeen(noteInputSchema, { name: 'The note', seen, stored });
    await db.$client.query(
      'UPDATE annotations SET day = $4, text = $5 WHERE organization_id = $1 AND project_id = $2 AND id = $3',
      [organizationId, projectId, noteId, day, text],
    );
  });
}
