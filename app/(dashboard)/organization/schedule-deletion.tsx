'use client';

import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { useAction, useFormDialog } from '../use-action';
import { scheduleDeletionAction } from './actions';

interface ScheduleDeletionProps {
  name: string;
  graceDays: number;
}

/** Dialog in which an owner types the name of the organization to schedule its deletion. */
export function ScheduleDeletion({ name, graceDays }: ScheduleDeletionProps) {
  const schedule = useAction(scheduleDeletionAction, () => form.close());
  const form = useFormDialog({ name: '' }, [schedule]);
  return (
    <FormDialog
      {...form.dialog}
      title={`Delete ${name}?`}
      description={`It will be disabled immediately and deleted permanently after ${graceDays} days, unless an owner restores it.`}
      trigger={<Button kind="danger">Delete organization</Button>}
      submitLabel="Delete organization"
      isDestructive
      disabled={form.values.name.trim() !== name}
      onSubmit={() => schedule.run(form.values)}
    >
      <TextField
        {...form.field('name')}
        label={
          <>
            Type <strong>{name}</strong> to confirm
          </>
        }
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
