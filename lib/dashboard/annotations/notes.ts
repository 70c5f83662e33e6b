import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { isDay } from '#lib/core/time';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/client';
import { annotations } from '#lib/db/schema/annotations';

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

const isNote = (organizationId: string, projectId: string, noteId: string) =>
  and(
    eq(annotations.organizationId, organizationId),
    eq(annotations.projectId, projectId),
    eq(annotations.id, noteId),
    eq(annotations.kind, 'note'),
  );

/** Adds a note to a project. @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function addNote(
  context: Context,
  { projectId, note }: { projectId: string; note: NoteInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  return scoped(context, async ({ db, organizationId, actor, clock }) => {
    await lockProject(db, organizationId, projectId);
    const [added] = await db
      .insert(annotations)
      .values({
        ...{ organizationId, projectId, day, text, kind: 'note', createdAt: clock.now() },
        createdBy: actor.kind === 'member' ? actor.userId : null,
      })
      .returning({ id: annotations.id });
    if (!added) throw new Error('Adding a note returned no row.');
    return added;
  });
}

/**
 * Changes the day and text of a note.
 * @param seen the note that the form showed; undefined overwrites any
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `seen` if the note is not as seen
 */
export async function editNote(
  context: Context,
  { projectId, noteId, note, seen }: { projectId: string; noteId: string; note: NoteInput; seen?: NoteInput },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  if (!isUuid(projectId) || !isUuid(noteId)) throw noteNotFound();
  await scoped(context, async ({ db, organizationId }) => {
    const isEdited = isNote(organizationId, projectId, noteId);
    const [stored] = await db
      .select({ day: annotations.day, text: annotations.text })
      .from(annotations)
      .where(isEdited)
      .for('update');
    if (!stored) throw noteNotFound();
    if (seen) requireUnchanged(noteInputSchema, { name: 'The note', seen, stored });
    await db.update(annotations).set({ day, text }).where(isEdited);
  });
}

/** Deletes a note. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteNote(
  context: Context,
  { projectId, noteId }: { projectId: string; noteId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId) || !isUuid(noteId)) throw noteNotFound();
  const deleted = await scoped(context, ({ db, organizationId }) =>
    db
      .delete(annotations)
      .where(isNote(organizationId, projectId, noteId))
      .returning({ id: annotations.id }),
  );
  if (deleted.length === 0) throw noteNotFound();
}
