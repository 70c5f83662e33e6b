'use client';

import { Slot } from 'radix-ui';
import { createContext, type ReactNode, Suspense, useContext } from 'react';
import { loadOnceBegun } from '#components/ui/begun';
import { NotOpened } from '#components/ui/not-opened';
import { Opener, useOpening } from '#components/ui/opener';

const DialogPanel = loadOnceBegun(
  async () => (await import('#components/ui/dialog-panel')).DialogPanel,
  NotOpened,
);

interface DialogProps {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The button that opens it. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
  /** A row of actions at the foot, the main one last. */
  actions?: ReactNode;
}

const CloseContext = createContext<() => void>(() => undefined);

/** A task of its own above the page. Close with Escape, the cross or a press outside. */
export function Dialog({ trigger, open, onOpenChange, ...panel }: DialogProps) {
  const opening = useOpening(open, onOpenChange);
  return (
    <>
      {trigger ? (
        <Opener opening={opening} opens="dialog">
          {trigger}
        </Opener>
      ) : null}
      {opening.open ? (
        <Suspense>
          <CloseContext value={() => opening.setOpen(false)}>
            <DialogPanel opening={opening} {...panel} />
          </CloseContext>
        </Suspense>
      ) : null}
    </>
  );
}

/** Makes its only child a button that closes the dialog it stands in. */
export function DialogClose({ children }: { children: ReactNode }) {
  const close = useContext(CloseContext);
  return <Slot.Root onClick={close}>{children}</Slot.Root>;
}
