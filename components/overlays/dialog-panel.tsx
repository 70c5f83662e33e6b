'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import type { Disclosure } from '#components/overlays/lazy-trigger';
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

interface DialogPanelProps {
  disclosure: Disclosure;
  /** A wide sheet is for reading. */
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

/** A form's first field gets the focus, not the close button. */
const fields = 'textarea, input:not([type="file"], [type="checkbox"], [type="radio"])';

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
  const look = kinds[kind];
  return (
    <Radix.Root open onOpenChange={disclosure.setOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fades-in fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          id={disclosure.panelId}
          onOpenAutoFocus={(event) => {
            const field = document.getElementById(disclosure.panelId)?.querySelector<HTMLElement>(fields);
            if (kind !== 'dialog' || !field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={() => disclosure.button.current?.focus()}
          className={classes(
            'fixed z-50 flex flex-col border border-hairline bg-surface shadow-float',
            look.panel,
          )}
        >
          <div className={classes('flex items-start justify-between gap-4 px-6', look.head)}>
            <div>
              <Radix.Title className={classes('font-semibold', look.title)}>{title}</Radix.Title>
              {description ? (
                <Radix.Description className="text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <div className="flex shrink-0 items-center gap-1">
              {tools}
              <Radix.Close asChild>
                <Button kind="quiet" size="icon" aria-label="Close">
                  <X aria-hidden />
                </Button>
              </Radix.Close>
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-6 py-5 -outline-offset-2">
            {children}
          </div>
          {actions ? <div className="flex justify-end gap-2 border-t px-6 py-4">{actions}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
