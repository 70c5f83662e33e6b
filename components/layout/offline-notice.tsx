'use client';

import { WifiOff } from 'lucide-react';
import { useOffline } from 'next/offline';

/**
 * Shown on every page while the browser is offline. Open dialogs hide the rest of the page from assistive technology,
 * except elements with `aria-live`.
 */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <div
      role="status"
      aria-live="polite"
      data-print="hide"
      className="fixed inset-x-4 bottom-20 z-[60] flex justify-center md:bottom-4 pointer-events-none"
    >
      {isOffline ? (
        <p className="floats pointer-events-auto flex items-start gap-2.5 rounded-lg border border-hairline bg-surface px-4 py-3 shadow-float">
          <WifiOff className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
          <span>
            <span className="font-semibold">No connection.</span> Pages will load and changes will be saved
            when you’re back online.
          </span>
        </p>
      ) : null}
    </div>
  );
}
