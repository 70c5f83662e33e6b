'use client';

import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Disclosure, loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import type { ShownToast, ToastContent } from '#components/overlays/toast-list';

const ToastList = loadOnFirstInteraction(
  async () => (await import('#components/overlays/toast-list')).ToastList,
  () => null,
);

const ToastContext = createContext<(content: ToastContent) => void>(() => undefined);

/** Returns a function that shows a toast. */
export function useToast(): (content: ToastContent) => void {
  return useContext(ToastContext);
}

/** Wraps the app and shows its toasts. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>();
  const lastId = useRef(0);
  const show = useCallback((content: ToastContent) => {
    lastId.current += 1;
    const id = lastId.current;
    setShown((before = []) => [...before.slice(-2), { ...content, id }]);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {shown ? (
        <Suspense>
          <ToastList
            shown={shown}
            onClose={(id) => setShown((before = []) => before.filter((toast) => toast.id !== id))}
          />
        </Suspense>
      ) : null}
    </ToastContext>
  );
}

interface PanelFailedProps {
  onClose?: () => void;
  disclosure?: Disclosure;
}

/** Reports that a panel could not be loaded, and closes it. */
export function PanelFailed({ onClose, disclosure }: PanelFailedProps) {
  const toast = useToast();
  useEffect(() => {
    toast({ title: 'Loading failed', description: 'Check your connection and reload the page.' });
    onClose?.();
    disclosure?.setOpen(false);
  }, [toast, onClose, disclosure]);
  return null;
}
