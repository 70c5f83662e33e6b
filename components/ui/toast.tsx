'use client';

import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Button } from '#components/ui/button';

interface ToastContent {
  title: string;
  description?: string;
  /** Takes the change back. */
  undo?: () => void;
}

const ToastContext = createContext<(content: ToastContent) => void>(() => undefined);

/** `const toast = useToast(); toast({ title: '3 prompts archived', undo })`. */
export function useToast(): (content: ToastContent) => void {
  return useContext(ToastContext);
}

/** Stands once around the app and shows what `useToast` is told. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<(ToastContent & { id: number })[]>([]);
  const next = useRef(0);
  const show = useCallback((content: ToastContent) => {
    next.current += 1;
    const id = next.current;
    setShown((before) => [...before.slice(-2), { ...content, id }]);
  }, []);
  return (
    <ToastContext value={show}>
      <Radix.Provider duration={6000} swipeDirection="right">
        {children}
        {shown.map((toast) => (
          <Radix.Root
            key={toast.id}
            onOpenChange={(open) => {
              if (!open) setShown((before) => before.filter((one) => one.id !== toast.id));
            }}
            className="slides-in flex items-start gap-3 rounded-lg border border-hairline bg-surface py-3 pr-2 pl-4 shadow-float [--slide-y:12px]"
          >
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-medium">{toast.title}</Radix.Title>
              {toast.description ? (
                <Radix.Description className="text-muted">{toast.description}</Radix.Description>
              ) : null}
            </div>
            {toast.undo ? (
              <Radix.Action altText="Undo" asChild onClick={toast.undo}>
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
    </ToastContext>
  );
}
