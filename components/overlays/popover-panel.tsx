'use client';

import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import type { Disclosure } from '#components/overlays/lazy-trigger';
import { classes } from '#components/ui/classes';

interface PopoverPanelProps {
  disclosure: Disclosure;
  label: string;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** The panel of a popover, while it is open. */
export function PopoverPanel({ disclosure, label, align = 'start', className, children }: PopoverPanelProps) {
  const { setOpen, button, panelId } = disclosure;
  return (
    <Radix.Root open onOpenChange={setOpen}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          id={panelId}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            // The default skips links and focuses the first button.
            const first =
              event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-first]');
            if (!(first instanceof HTMLElement)) return;
            event.preventDefault();
            first.focus();
          }}
          onInteractOutside={(event) => {
            // The button closes the panel itself.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) button.current?.focus();
          }}
          className={classes(
            'floats z-50 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-lg border border-hairline bg-surface p-3 shadow-float',
            className ?? 'w-72',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
