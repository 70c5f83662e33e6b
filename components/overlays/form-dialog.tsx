'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { Dialog, DialogClose } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'kind' | 'tools' | 'actions'> {
  /** The submit button, such as "Add note". */
  submit: string;
  onSubmit: () => void;
  busy: boolean;
  /** Something is missing. */
  disabled?: boolean;
  /** An error that belongs to no field. */
  problem?: string | undefined;
  /** Another action, at the other end of the footer. */
  aside?: ReactNode;
  /** The result, shown instead of the fields until the dialog is closed. */
  outcome?: ReactNode;
}

/** A dialog with a form. */
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
