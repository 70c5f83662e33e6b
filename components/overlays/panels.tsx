'use client';

import { X } from 'lucide-react';
import { Dialog, DropdownMenu, Popover } from 'radix-ui';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useState } from 'react';
import type { Disclosure } from '#components/overlays/lazy-panel';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';

const sheet = {
  panel:
    'slides-in inset-x-0 bottom-0 max-h-[88dvh] rounded-t-[14px] [--slide-y:24px] md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:rounded-none md:border-y-0 md:border-r-0 md:[--slide-x:24px] md:[--slide-y:0]',
  head: 'border-b py-4',
  title: 'text-base',
} as const;
const kinds = {
  dialog: {
    panel:
      'floats top-1/2 left-1/2 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-lg -translate-x-1/2 -translate-y-1/2 rounded-[14px]',
    head: 'pt-5',
    title: 'mb-1 text-lg',
  },
  sheet: { ...sheet, panel: `${sheet.panel} md:w-[480px]` },
  'wide sheet': { ...sheet, panel: `${sheet.panel} max-md:h-[88dvh] md:w-[640px]` },
} as const;

export interface DialogPanelProps {
  disclosure: Disclosure;
  /** A wide sheet is for long text. */
  kind?: keyof typeof kinds;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** Buttons beside the title, before the close button. */
  tools?: ReactNode;
  /** Actions at the bottom, the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The first of these fields gets the focus when a dialog opens, instead of the close button. */
const fieldSelector = 'textarea, input:not([type="file"], [type="checkbox"], [type="radio"])';

/** A dialog, while it is open. */
export function DialogPanel({
  disclosure,
  kind = 'dialog',
  title,
  description,
  tools,
  actions,
  children,
}: DialogPanelProps) {
  const style = kinds[kind];
  // A dialog that is open from the beginning is rendered on the server too.
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (
    <Dialog.Root open onOpenChange={disclosure.setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fades-in fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          id={disclosure.panelId}
          onEscapeKeyDown={closeReason}
          onOpenAutoFocus={(event) => {
            const field = document
              .getElementById(disclosure.panelId)
              ?.querySelector<HTMLElement>(fieldSelector);
            if (kind !== 'dialog' || !field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={() => {
            const button = disclosure.button.current ?? opener;
            if (button instanceof HTMLElement) button.focus();
          }}
          className={classes(
            'fixed z-50 flex flex-col border border-hairline bg-surface shadow-float',
            style.panel,
          )}
        >
          <div className={classes('flex items-start justify-between gap-4 px-6', style.head)}>
            <div>
              <Dialog.Title className={classes('font-semibold', style.title)}>{title}</Dialog.Title>
              {description ? (
                <Dialog.Description className="text-muted">{description}</Dialog.Description>
              ) : null}
            </div>
            <div className="flex shrink-0 items-center gap-1">
              {tools}
              <Dialog.Close asChild>
                <Button kind="quiet" size="icon" aria-label="Close">
                  <X aria-hidden />
                </Button>
              </Dialog.Close>
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-6 py-5 -outline-offset-2">
            {children}
          </div>
          {actions ? <div className="flex justify-end gap-2 border-t px-6 py-4">{actions}</div> : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Lets the Escape key close the reason of a denied button before the panel that contains the button. */
function closeReason(event: KeyboardEvent) {
  const reason = document.querySelector(':popover-open');
  if (!(reason instanceof HTMLElement)) return;
  event.preventDefault();
  reason.hidePopover();
}

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
    <Popover.Root open onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          id={panelId}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onEscapeKeyDown={closeReason}
          onOpenAutoFocus={(event) => {
            // The default skips links and focuses the first button.
            const first =
              event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-first]');
            if (!(first instanceof HTMLElement)) return;
            event.preventDefault();
            first.focus();
          }}
          onInteractOutside={(event) => {
            // The button’s own click handler closes the panel.
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface MenuPanelProps {
  disclosure: Disclosure;
  label: string;
  align: 'start' | 'end';
  className: string;
  /** Called once the menu is closed and its button has the focus. */
  onClosed?: () => void;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** The items of an open menu. If it was opened with the keyboard, the first item has the focus. */
export function MenuPanel({ disclosure, label, align, className, onClosed, children }: MenuPanelProps) {
  const { setOpen, button, panelId, openedByKeyRef } = disclosure;
  const focusFirstItem = (panel: HTMLElement | null) => {
    if (!panel || !openedByKeyRef.current) return;
    openedByKeyRef.current = false;
    panel.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  };
  return (
    <DropdownMenu.Root open onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <ExistingButton button={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={focusFirstItem}
          id={panelId}
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          sideOffset={6}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
            onClosed?.();
          }}
          className={classes(
            'floats z-50 rounded-lg border border-hairline bg-surface p-1 shadow-float',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ExistingButtonProps {
  button: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement | null>;
}

/** Makes the button that is already on the page the trigger of the menu, which determines the menu's position. */
function ExistingButton({ button, ref }: ExistingButtonProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button]);
  return null;
}

/** Turns its only child, a link or a button, into an item of the menu. */
export function MenuItem({ children }: { children: ReactNode }) {
  return <DropdownMenu.Item asChild>{children}</DropdownMenu.Item>;
}
