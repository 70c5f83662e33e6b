'use client';

import { Flag, Pencil } from 'lucide-react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { OperationFields } from '#components/ui/operation-fields';
import type { FormField } from '#lib/operations/form-fields';
import { addNoteAction, deleteNoteAction, editNoteAction } from '../actions';

interface NoteDialogProps {
  projectId: string;
  /** The fields of a note. */
  fields: readonly FormField[];
  /** The note to edit; without it one is added. */
  note?: { id: string; text: string };
  /** The day (YYYY-MM-DD) that the form starts with. */
  day: string;
  /** Reason why the member can't edit notes; null if they can. */
  denial: string | null;
}

/** Dialog that adds, edits or deletes a note. */
export function NoteDialog({ projectId, fields, note, day, denial }: NoteDialogProps) {
  const toast = useToast();
  const restoring = useAction(addNoteAction);
  const stored = { day, text: note?.text ?? '' };
  const deleting = useAction(deleteNoteAction, () => {
    form.close();
    toast({
      title: 'Note deleted',
      description: stored.text,
      undo: () => restoring.run({ projectId, ...stored }),
    });
  });
  const form = useFormDialog<typeof stored, unknown>({
    stored,
    actions: [deleting],
    keepsDraft: !note,
    save: (values, original) =>
      note
        ? editNoteAction({ projectId, noteId: note.id, ...values, original })
        : addNoteAction({ projectId, ...values }),
  });
  return (
    <FormDialog
      {...form.dialog}
      title={note ? 'Edit note' : 'Add note'}
      description="Shown on this date in every time-series chart, for all members."
      trigger={
        note ? (
          <Button
            kind="quiet"
            size="icon"
            denial={denial}
            data-print="hide"
            aria-label={`Edit note “${note.text}”`}
            className="-my-1 size-6 self-center"
          >
            <Pencil className="size-3!" aria-hidden />
          </Button>
        ) : (
          <Button Icon={Flag} kind="quiet" size="small" denial={denial} data-print="hide">
            <span className="max-sm:sr-only">Add note</span>
          </Button>
        )
      }
      submitLabel={note ? 'Save note' : 'Add note'}
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
      <OperationFields fields={fields} {...form.fields} />
    </FormDialog>
  );
}
