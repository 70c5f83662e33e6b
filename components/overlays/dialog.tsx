'use client';

import { Slot } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/first-interaction';
import { LazyTrigger, OpenFailed, useDisclosure } from '#components/overlays/lazy-trigger';
import { Button } from '#components/ui/button';

const DialogPanel = loadOnFirstInteraction(
  async () => (await import('#components/overlays/dialog-panel')).DialogPanel,
  OpenFailed,
);

interface DialogProps extends Omit<ComponentProps<typeof DialogPanel>, 'disclosure'> {
  /** The button that opens it. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

const CloseContext = createContext<() => void>(() => undefined);

/**
 * A task of its own above the page, or a sheet beside it: from the right, on a narrow screen from below. Close with
 * Escape, the cross or a press outside.
 */
export function Dialog({ trigger, open, onOpenChange, ...panel }: DialogProps) {
  const disclosure = useDisclosure(open, onOpenChange);
  return (
    <LazyTrigger disclosure={disclosure} opens="dialog" trigger={trigger}>
      <CloseContext value={() => disclosure.setOpen(false)}>
        <DialogPanel disclosure={disclosure} {...panel} />
      </CloseContext>
    </LazyTrigger>
  );
}

/** Makes its only child a button that closes the dialog it stands in. */
export function DialogClose({ children }: { children: ReactNode }) {
  const close = useContext(CloseContext);
  return <Slot.Root onClick={close}>{children}</Slot.Root>;
}

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
