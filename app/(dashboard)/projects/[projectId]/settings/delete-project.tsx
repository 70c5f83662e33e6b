'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Dialog, DialogClose } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../../../use-action';
import { deleteProjectAction } from '../../actions';

/** Dialog that deletes the project after its name is typed. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const remove = useAction(deleteProjectAction, () => router.push('/'));
  return (
    <Dialog
      title={`Delete ${name}?`}
      description="All prompts, schedules, runs, answers and share links of this project are deleted permanently."
      trigger={<Button kind="danger">Delete project</Button>}
      actions={
        <>
          <DialogClose>
            <Button kind="quiet">Cancel</Button>
          </DialogClose>
          <Button
            kind="danger"
            disabled={typed.trim() !== name}
            busy={remove.busy}
            onClick={() => remove.run({ projectId })}
          >
            Delete permanently
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ErrorNotice problem={remove.problem} />
        <TextField
          label={`Type “${name}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      </div>
    </Dialog>
  );
}
