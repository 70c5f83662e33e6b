'use client';

import { useRouter } from 'next/navigation';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { useAction, useFormDialog } from '../../../use-action';
import { deleteProjectAction } from '../../actions';

/** Dialog that deletes the project after its name is typed. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const router = useRouter();
  const remove = useAction(deleteProjectAction, () => router.push('/'));
  const form = useFormDialog({ typedName: '' }, [remove]);
  return (
    <FormDialog
      {...form.dialog}
      title={`Delete ${name}?`}
      description="All prompts, schedules, runs, answers and share links of this project are deleted permanently."
      trigger={<Button kind="danger">Delete project</Button>}
      submit="Delete permanently"
      onSubmit={() => remove.run({ projectId })}
      disabled={form.values.typedName.trim() !== name}
      isDestructive
    >
      <TextField {...form.field('typedName')} label={`Type “${name}” to confirm`} autoComplete="off" />
    </FormDialog>
  );
}
