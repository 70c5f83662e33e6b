'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Dialog, DialogClose } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { useAction } from '../../../use-action';
import { deleteProjectAction } from '../../actions';

/** Deletes the project once its name has been written. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const remove = useAction(deleteProjectAction, () => router.push('/'));
  return (
    <Dialog
      title={`Delete ${name}?`}
      description="All prompts, schedules, runs, answers and links of this project are deleted for good."
      trigger={<Button kind="danger">Delete the project</Button>}
      actions={
        <>
          <DialogClose>
            <Button kind="quiet">Keep it</Button>
          </DialogClose>
          <Button
            kind="danger"
            disabled={typed.trim() !== name}
            busy={remove.busy}
            onClick={() => remove.run(projectId)}
          >
            Delete for good
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {remove.problem ? <Notice tone="danger">{remove.problem.message}</Notice> : null}
        <TextField
          label={`Write “${name}” to go on`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      </div>
    </Dialog>
  );
}
