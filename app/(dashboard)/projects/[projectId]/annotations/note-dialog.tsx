'use client';

import { Flag, Pencil } from 'lucide-react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { useAction, useFormDialog } from '../../../use-action';
import { deleteNoteAction, saveNoteAction } from '../actions';

interface NoteDialogProps {
  projectId: string;
  /** The note to edit; without it one is added. */
  note?: { id: string; text: string };
  /** The day (YYYY-MM-DD) that the form starts with. */
  day: string;
}

/** Dialog that adds, edits or deletes a note. */
export function NoteDialog({ projectId, note, day }: NoteDialogProps) {
  const toast = useToast();
  const saving = useAction(saveNoteAction, () => form.close());
  const restoring = useAction(saveNoteAction);
  const stored = { day, text: note?.text ?? '' };
  const deleting = useAction(deleteNoteAction, () => {
    form.close();
    toast({
      title: 'Note deleted',
      description: stored.text,
      undo: () => restoring.run({ projectId, noteId: null, note: stored }),
    });
  });
  const form = useFormDialog(stored, [saving, deleting], !note);
  return (
    <FormDialog
      {...form.dialog}
      title={note ? 'Edit note' : 'Add note'}
      description="Shown on this date in every time-series chart, for all members."
      trigger={
        note ? (
          <button
            type="button"
            data-print="hide"
            aria-label={`Edit note “${note.text}”`}
            className="-my-1 flex size-6 shrink-0 items-center justify-center self-center rounded-md text-faint hover:text-ink"
          >
            <Pencil className="size-3" aria-hidden />
          </button>
        ) : (
          <Button Icon={Flag} kind="quiet" size="small" data-print="hide">
            <span className="max-sm:sr-only">Add note</span>
          </Button>
        )
      }
      submitLabel={note ? 'Save note' : 'Add note'}
      onSubmit={() =>
        saving.run({ projectId, noteId: note?.id ?? null, note: form.values, original: form.original })
      }
      aside={
        note ? (
          <Button
            kind="danger"
            disabled={form.dialog.busy}
            onClick={() => deleting.run({ projectId, noteId: note.id })}
          >
            Delete note
          </Button>
        ) : null
      }
    >
      <TextField {...form.field('day')} label="Day" type="date" required />
      <TextField
        {...form.field('text')}
        label="What happened"
        required
        maxLength={200}
        placeholder="New comparison page published"
      />
    </FormDialog>
  );
}
