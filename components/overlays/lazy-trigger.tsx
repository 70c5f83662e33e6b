'use client';

import { Slot } from 'radix-ui';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useToast } from '#components/overlays/toast';

/** A dialog, popover or menu, and the button that opens it. */
export interface Disclosure {
  open: boolean;
  setOpen: (open: boolean) => void;
  button: RefObject<HTMLElement | null>;
  /** The ID of the panel. */
  panelId: string;
  /** Whether it was opened with the keyboard. */
  byKey: RefObject<boolean>;
}

/** Holds the state of a panel, or follows the parent's if `open` is given. */
export function useDisclosure(open?: boolean, onOpenChange?: (open: boolean) => void): Disclosure {
  const [own, setOwn] = useState(false);
  const button = useRef<HTMLElement>(null);
  const byKey = useRef(false);
  const setOpen = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return { open: open ?? own, setOpen, button, panelId: useId(), byKey };
}

interface LazyTriggerProps {
  disclosure: Disclosure;
  opens: 'dialog' | 'menu';
  /** The button, rendered before the code of the panel is loaded. */
  trigger?: ReactNode;
  /** The panel. */
  children: ReactNode;
}

/** Turns the trigger into the button of a panel and renders the panel while it is open. Arrow down opens a menu, too. */
export function LazyTrigger({ disclosure, opens, trigger, children }: LazyTriggerProps) {
  const { open, setOpen, button, panelId, byKey } = disclosure;
  return (
    <>
      {trigger ? (
        <Slot.Root
          ref={button}
          aria-haspopup={opens}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          data-state={open ? 'open' : 'closed'}
          onClick={(event) => {
            byKey.current = event.detail === 0;
            setOpen(!open);
          }}
          onKeyDown={(event) => {
            if (opens !== 'menu' || event.key !== 'ArrowDown') return;
            event.preventDefault();
            byKey.current = true;
            setOpen(true);
          }}
        >
          {trigger}
        </Slot.Root>
      ) : null}
      {open ? <Suspense>{children}</Suspense> : null}
    </>
  );
}

interface OpenFailedProps {
  onClose?: () => void;
  disclosure?: Disclosure;
}

/** Reports that a panel could not be loaded, and closes it. */
export function OpenFailed({ onClose, disclosure }: OpenFailedProps) {
  const toast = useToast();
  useEffect(() => {
    toast({ title: 'Loading failed', description: 'Check your connection and reload the page.' });
    onClose?.();
    disclosure?.setOpen(false);
  }, [toast, onClose, disclosure]);
  return null;
}
