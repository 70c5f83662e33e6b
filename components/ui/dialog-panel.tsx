'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import type { Opening } from '#components/ui/opener';

interface DialogPanelProps {
  opening: Opening;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog, while it is open. */
export function DialogPanel({ opening, title, description, actions, children }: DialogPanelProps) {
  return (
    <Radix.Root open onOpenChange={opening.setOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fades-in fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          id={opening.panelId}
          onCloseAutoFocus={() => opening.button.current?.focus()}
          className="floats fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col rounded-[14px] border border-hairline bg-surface shadow-float"
        >
          <div className="flex items-start justify-between gap-4 px-6 pt-5">
            <div>
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5">{children}</div>
          {actions ? <div className="flex justify-end gap-2 border-t px-6 py-4">{actions}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
