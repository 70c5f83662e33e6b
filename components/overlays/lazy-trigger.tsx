'use client';

import { Slot } from 'radix-ui';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useToast } from '#components/overlays/toast';

/** Something that floats, and the button that opens it. */
export interface Disclosure {
  open: boolean;
  setOpen: (open: boolean) => void;
  button: RefObject<HTMLElement | null>;
  /** The id of what opens. */
  panelId: string;
  /** Whether the button was pressed by a key. */
  byKey: RefObject<boolean>;
}

/** Open as the parent says, or by itself where the parent does not say. */
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
  /** The button: it is there before the code of what it opens. None where something else opens it. */
  trigger?: ReactNode;
  /** What opens. */
  children: ReactNode;
}

/** Makes the trigger a button and, while it is open, stands for what it opens. A menu opens by the arrow down, too. */
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

/** In place of what a press opens and could not be loaded: says so and gives the page back. */
export function OpenFailed({ onClose, disclosure }: OpenFailedProps) {
  const toast = useToast();
  useEffect(() => {
    toast({ title: 'This could not be opened', description: 'Check the connection and reload the page.' });
    onClose?.();
    disclosure?.setOpen(false);
  }, [toast, onClose, disclosure]);
  return null;
}
