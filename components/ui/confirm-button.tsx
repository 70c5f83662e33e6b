'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { Dialog, DialogClose } from '#components/ui/dialog';

interface ConfirmButtonProps {
  /** The button that asks first, such as "Revoke". */
  label: ReactNode;
  /** The question, naming what it is about. */
  title: string;
  /** What will be lost, in a sentence or two. */
  children: ReactNode;
  /** The button that does it, such as "Revoke the key". */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
  size?: 'small' | 'medium';
}

/** A destructive action: says what will be lost and asks before it is done. */
export function ConfirmButton({
  label,
  title,
  children,
  confirm,
  onConfirm,
  busy,
  size = 'small',
}: ConfirmButtonProps) {
  return (
    <Dialog
      title={title}
      trigger={
        <Button kind="quiet" size={size} busy={busy}>
          {label}
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button kind="quiet">Keep it</Button>
          </DialogClose>
          <DialogClose>
            <Button kind="danger" onClick={onConfirm}>
              {confirm}
            </Button>
          </DialogClose>
        </>
      }
    >
      <p className="text-muted">{children}</p>
    </Dialog>
  );
}
