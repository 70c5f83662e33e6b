'use client';

import { Menu } from 'radix-ui/internal';
import type { ReactNode } from 'react';
import type { Disclosure } from '#components/overlays/lazy-trigger';
import { classes } from '#components/ui/classes';

interface MenuPanelProps {
  disclosure: Disclosure;
  label: string;
  align: 'start' | 'end';
  className: string;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** The items of an open menu. Opened with the keyboard, the first item has the focus. */
export function MenuPanel({ disclosure, label, align, className, children }: MenuPanelProps) {
  const { setOpen, button, panelId, byKey } = disclosure;
  return (
    <Menu.Root open onOpenChange={setOpen}>
      <Menu.Anchor virtualRef={button} />
      <Menu.Portal>
        <Menu.Content
          id={panelId}
          aria-label={label}
          align={align}
          sideOffset={6}
          loop
          onEntryFocus={(event) => {
            if (!byKey.current) return;
            byKey.current = false;
            event.preventDefault();
            document.getElementById(panelId)?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
          className={classes(
            'floats z-50 rounded-lg border border-hairline bg-surface p-1 shadow-float',
            className,
          )}
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Turns its only child, a link, into an item of the menu. */
export function MenuItem({ children }: { children: ReactNode }) {
  return <Menu.Item asChild>{children}</Menu.Item>;
}
