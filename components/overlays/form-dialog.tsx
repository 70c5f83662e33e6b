'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { Dialog, DialogClose } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'kind' | 'tools' | 'actions'> {
  /** The button that sends it, such as "Add note". */
  submit: string;
  onSubmit: () => void;
  busy: boolean;
  /** Something is still missing. */
  disabled?: boolean;
  /** What is wrong, where no field says it. */
  problem?: string | undefined;
  /** Another thing to do, at the other end of the foot. */
  aside?: ReactNode;
  /** What came of it, to be read before it is closed; in the place of the fields. */
  outcome?: ReactNode;
}

/** A dialog to fill in: its button, or Enter in a field, sends it. */
export function FormDialog({
  submit,
  onSubmit,
  busy,
  disabled,
  problem,
  aside,
  outcome,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  if (outcome) {
    return (
      <Dialog
        {...dialog}
        actions={
          <DialogClose>
            <Button kind="primary">Done</Button>
          </DialogClose>
        }
      >
        {outcome}
      </Dialog>
    );
  }
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          {aside ? <div className="mr-auto">{aside}</div> : null}
          <DialogClose>
            <Button kind="quiet">Cancel</Button>
          </DialogClose>
          <Button kind="primary" type="submit" form={form} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        {children}
      </form>
    </Dialog>
  );
}
