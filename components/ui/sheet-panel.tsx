'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import type { Opening } from '#components/ui/opener';

interface SheetPanelProps {
  opening: Opening;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A sheet, while it is open. */
export function SheetPanel({ opening, title, description, wide, actions, children }: SheetPanelProps) {
  return (
    <Radix.Root open onOpenChange={opening.setOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fades-in fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          id={opening.panelId}
          onCloseAutoFocus={() => opening.button.current?.focus()}
          className={classes(
            'slides-in fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col rounded-t-[14px] border border-hairline bg-surface shadow-float [--slide-y:24px] md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:rounded-none md:border-y-0 md:border-r-0 md:[--slide-x:24px] md:[--slide-y:0]',
            wide ? 'max-md:h-[88dvh] md:w-[640px]' : 'md:w-[480px]',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b px-6 py-4">
            <div>
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <div className="flex shrink-0 items-center gap-1">
              {actions}
              <Radix.Close asChild>
                <Button kind="quiet" size="icon" aria-label="Close">
                  <X aria-hidden />
                </Button>
              </Radix.Close>
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text alone can be long, and keys scroll only what has the focus */}
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-6 py-5 -outline-offset-2">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
