'use client';

import { Flag, Pencil } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { fieldMessage, useAction } from '../../../use-action';
import { deleteNoteAction, saveNoteAction } from '../actions';

interface NoteDialogProps {
  projectId: string;
  /** The note to edit; without it one is added. */
  note?: { id: string; text: string };
  /** Initial day. */
  day: string;
}

/** Dialog that adds, edits or deletes a note. */
export function NoteDialog({ projectId, note, day: firstDay }: NoteDialogProps) {
  const [open, setOpen] = useState(false);
  const [day, setDay] = useState(firstDay);
  const [text, setText] = useState(note?.text ?? '');
  const [seen, setSeen] = useState({ day, text });
  const toast = useToast();
  const done = () => {
    setOpen(false);
    if (!note) setText('');
  };
  const saving = useAction(saveNoteAction, done);
  const restoring = useAction(saveNoteAction);
  const deleting = useAction(deleteNoteAction, () => {
    done();
    if (!note) return;
    toast({
      title: 'Note deleted',
      description: note.text,
      undo: () => restoring.run(projectId, null, { day: firstDay, text: note.text }),
    });
  });
  /** Resets the form of an existing note; a new note keeps its draft. */
  const openOrClose = (next: boolean) => {
    setOpen(next);
    saving.clear();
    deleting.clear();
    if (!next || !note) return;
    setDay(firstDay);
    setText(note.text);
    setSeen({ day: firstDay, text: note.text });
  };
  const problem = saving.problem ?? deleting.problem;
  const busy = saving.busy || deleting.busy;
  const errors = { day: fieldMessage(problem, 'day'), text: fieldMessage(problem, 'text') };
  return (
    <FormDialog
      title={note ? 'Edit note' : 'Add note'}
      description="Shown on that date in every time-series chart, for all members."
      open={open}
      onOpenChange={openOrClose}
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
      submit={note ? 'Save note' : 'Add note'}
      onSubmit={() =>
        saving.run(
          projectId,
          note?.id ?? null,
          { day, text },
          fieldMessage(saving.problem, 'seen') ? undefined : seen,
        )
      }
      busy={busy}
      problem={errors.day || errors.text ? undefined : problem?.message}
      aside={
        note ? (
          <Button kind="danger" disabled={busy} onClick={() => deleting.run(projectId, note.id)}>
            Delete note
          </Button>
        ) : null
      }
    >
      <TextField
        label="Day"
        type="date"
        required
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={errors.day}
      />
      <TextField
        label="What happened"
        required
        maxLength={200}
        placeholder="New comparison page published"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={errors.text}
      />
    </FormDialog>
  );
}
