'use server';

import { revalidatePath } from 'next/cache';
import { addNote, deleteNote, editNote, type NoteInput } from '#lib/dashboard/annotations/notes';
import { type ActionResult, runAction } from '../../../run-action';

/**
 * Writes a note on a day, or changes the one with the id given.
 * @param seen the note as the form showed it; left out, whatever stands there is replaced
 */
export async function saveNoteAction(
  projectId: string,
  noteId: string | null,
  note: NoteInput,
  seen?: NoteInput,
): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    if (noteId === null) await addNote(context, { projectId, note });
    else await editNote(context, { projectId, noteId, note, seen });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}

export async function deleteNoteAction(projectId: string, noteId: string): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await deleteNote(context, { projectId, noteId });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}
