'use client';

import { Slot } from 'radix-ui';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/** Events that count as an interaction. Scrolling doesn't, because charts needn't react to it. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

let hasInteracted = false;

function subscribeToFirstInteraction(notify: () => void) {
  const listeners = new AbortController();
  const handle = () => {
    hasInteracted = true;
    listeners.abort();
    notify();
  };
  if (!hasInteracted) {
    const options = { passive: true, signal: listeners.signal };
    for (const type of interactionEvents) window.addEventListener(type, handle, options);
  }
  return listeners;
}

let isPrinting = false;

function subscribeToInteraction(notify: () => void) {
  const interaction = subscribeToFirstInteraction(notify);
  const printing = new AbortController();
  for (const type of ['beforeprint', 'afterprint']) {
    const handle = () => {
      isPrinting = type === 'beforeprint';
      notify();
    };
    window.addEventListener(type, handle, { signal: printing.signal });
  }
  return () => {
    interaction.abort();
    printing.abort();
  };
}

/**
 * Returns whether the user has used the pointer or a key, after which interactive parts are loaded. It is false while
 * printing, because static charts fit any width.
 */
export function useHasInteracted(): boolean {
  return useSyncExternalStore(
    subscribeToInteraction,
    () => hasInteracted && !isPrinting,
    () => false,
  );
}

/**
 * Lazily loads a component that is shown on demand. Its code is fetched at the user's first interaction.
 * @param fallback is rendered if the code cannot be loaded
 */
export function loadOnFirstInteraction<P>(load: () => Promise<ComponentType<P>>, fallback: ComponentType<P>) {
  const prefetch = () => {
    load().catch(() => undefined);
  };
  if (hasInteracted) prefetch();
  else if (typeof window !== 'undefined') subscribeToFirstInteraction(prefetch);
  return lazy(async () => ({ default: await load().catch(() => fallback) }));
}

/** A dialog, popover or menu, and the button that opens it. */
export interface Disclosure {
  open: boolean;
  setOpen: (open: boolean) => void;
  button: RefObject<HTMLElement | null>;
  /** The ID of the panel. */
  panelId: string;
  /** Whether it was opened with the keyboard. */
  openedByKeyRef: RefObject<boolean>;
}

/** Returns the state of a panel, controlled by the parent if `open` is given. */
export function useDisclosure(open?: boolean, onOpenChange?: (open: boolean) => void): Disclosure {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLElement>(null);
  const openedByKeyRef = useRef(false);
  const setOpen = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  return { open: open ?? isOpen, setOpen, button, panelId: useId(), openedByKeyRef };
}

interface LazyTriggerProps {
  disclosure: Disclosure;
  opens: 'dialog' | 'menu';
  /** The button, rendered before the code of the panel is loaded. */
  trigger?: ReactNode;
  /** The panel. */
  children: ReactNode;
}

/** Turns the trigger into the button of a panel and renders the panel while it is open. The down arrow also opens a menu. */
export function LazyTrigger({ disclosure, opens, trigger, children }: LazyTriggerProps) {
  const { open, setOpen, button, panelId, openedByKeyRef } = disclosure;
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
            openedByKeyRef.current = event.detail === 0;
            setOpen(!open);
          }}
          onKeyDown={(event) => {
            if (opens !== 'menu' || event.key !== 'ArrowDown') return;
            event.preventDefault();
            openedByKeyRef.current = true;
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
