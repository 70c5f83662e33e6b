'use client';

import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { useFormDialog } from '../use-form';
import { scheduleDeletionAction } from './actions';

interface ScheduleDeletionProps {
  name: string;
  graceDays: number;
  /** Reason why the member can't delete the organization; null if they can. */
  denial: string | null;
}

/** Dialog in which an owner types the name of the organization to schedule its deletion. */
export function ScheduleDeletion({ name, graceDays, denial }: ScheduleDeletionProps) {
  const form = useFormDialog({ stored: { name: '' }, save: (values) => scheduleDeletionAction(values) });
  return (
    <FormDialog
      {...form.dialog}
      title={`Delete ${name}?`}
      description={`It will be disabled immediately and deleted permanently after ${graceDays} days, unless an owner restores it.`}
      trigger={
        <Button kind="danger" denial={denial}>
          Delete organization
        </Button>
      }
      submitLabel="Delete organization"
      isDestructive
      disabled={form.values.name.trim() !== name}
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
