'use server';

import { revalidatePath } from 'next/cache';
import { addNote, deleteNote, editNote, type NoteInput } from '#lib/dashboard/annotations/notes';
import { type ActionResult, runAction } from '../../../run-action';

/**
 * Adds a note, or edits the one with the given ID.
 * @param seen the note as the form showed it; without it, concurrent changes are overwritten
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
