import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { isDay } from '#lib/core/time';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/client';

/** What a person writes on a day. */
const noteInputSchema = z.object({
  day: z.string().refine(isDay, 'Choose a day.'),
  text: singleLineSchema({ required: 'Write what happened on this day.', maxLength: 200 }),
});

export type NoteInput = z.input<typeof noteInputSchema>;

function noteNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such note. It may have been deleted.',
  });
}

/** Writes a note on a day of a project. @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function addNote(
  context: Context,
  { projectId, note }: { projectId: string; note: NoteInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  return scoped(context, async ({ db, organizationId, actor, clock }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO annotations (organization_id, project_id, day, kind, text, created_by, created_at)
       VALUES ($1, $2, $3, 'note', $4, $5, $6) RETURNING id`,
      [organizationId, projectId, day, text, actor.kind === 'member' ? actor.userId : null, clock.now()],
    );
    return { id: rows[0]?.id ?? '' };
  });
}

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
  if (!isUuid(projectId) || !isUuid(noteId)) throw noteNotFound();
  await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ day: string; text: string }>(
      `SELECT day::text AS day, text FROM annotations
       WHERE organization_id = $1 AND project_id = $2 AND id = $3 AND kind = 'note' FOR UPDATE`,
      [organizationId, projectId, noteId],
    );
    const stored = rows[0];
    if (!stored) throw noteNotFound();
    if (seen) requireUnchanged(noteInputSchema, { name: 'The note', seen, stored });
    await db.$client.query(
      'UPDATE annotations SET day = $4, text = $5 WHERE organization_id = $1 AND project_id = $2 AND id = $3',
      [organizationId, projectId, noteId, day, text],
    );
  });
}

/** Takes a note away. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteNote(
  context: Context,
  { projectId, noteId }: { projectId: string; noteId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId) || !isUuid(noteId)) throw noteNotFound();
  const { rowCount } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query(
      `DELETE FROM annotations WHERE organization_id = $1 AND project_id = $2 AND id = $3 AND kind = 'note'`,
      [organizationId, projectId, noteId],
    ),
  );
  if (!rowCount) throw noteNotFound();
}
