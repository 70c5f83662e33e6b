'use client';

import { Slot } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { loadOnceBegun } from '#components/ui/begun';
import { NotOpened } from '#components/ui/not-opened';
import { Opener, useOpening } from '#components/ui/opener';

const DialogPanel = loadOnceBegun(
  async () => (await import('#components/ui/dialog-panel')).DialogPanel,
  NotOpened,
);

interface DialogProps extends Omit<ComponentProps<typeof DialogPanel>, 'opening'> {
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
  const opening = useOpening(open, onOpenChange);
  return (
    <Opener opening={opening} opens="dialog" trigger={trigger}>
      <CloseContext value={() => opening.setOpen(false)}>
        <DialogPanel opening={opening} {...panel} />
      </CloseContext>
    </Opener>
  );
}

/** Makes its only child a button that closes the dialog it stands in. */
export function DialogClose({ children }: { children: ReactNode }) {
  const close = useContext(CloseContext);
  return <Slot.Root onClick={close}>{children}</Slot.Root>;
}
