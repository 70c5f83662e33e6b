'use client';

import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { Button } from '#components/ui/button';

export interface ToastContent {
  title: string;
  description?: string;
  /** Undoes the change. */
  undo?: () => void;
}

export interface ShownToast extends ToastContent {
  id: number;
}

interface ToastListProps {
  shown: readonly ShownToast[];
  onClose: (id: number) => void;
}

/** The current toasts. */
export function ToastList({ shown, onClose }: ToastListProps) {
  return (
    <Radix.Provider duration={6000} swipeDirection="right">
      {shown.map(({ id, title, description, undo }) => (
        <Radix.Root
          key={id}
          onOpenChange={(open) => {
            if (!open) onClose(id);
          }}
          className="slides-in flex items-start gap-3 rounded-lg border border-hairline bg-surface py-3 pr-2 pl-4 shadow-float [--slide-y:12px]"
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-medium">{title}</Radix.Title>
            {description ? <Radix.Description className="text-muted">{description}</Radix.Description> : null}
          </div>
          {undo ? (
            <Radix.Action altText="Undo" asChild onClick={undo}>
              <Button size="small">Undo</Button>
            </Radix.Action>
          ) : null}
          <Radix.Close asChild>
            <Button kind="quiet" size="icon" aria-label="Dismiss">
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-20 z-[60] flex w-[calc(100vw-32px)] max-w-sm flex-col gap-2 outline-none md:bottom-4" />
    </Radix.Provider>
  );
}
