'use client';

import { RefreshCw } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useShell } from '#components/layout/shell-context';
import { Button } from '#components/ui/button';

const OutdatedPageContext = createContext<(() => void) | null>(null);

/** Returns a function that shows that the page must be reloaded; null outside the dashboard. */
export function useReportOutdatedPage(): (() => void) | null {
  return useContext(OutdatedPageContext);
}

/**
 * Shows a notice once the page's organization is no longer the current one: when another tab opens a page of a different
 * organization, or when the server has refused an action for that reason.
 */
export function OutdatedPageProvider({ children }: { children: ReactNode }) {
  const organization = useShell()?.organization;
  const [isOutdated, setOutdated] = useState(false);
  const id = organization?.id;
  useEffect(() => {
    const channel = new BroadcastChannel('shown-organization');
    channel.onmessage = ({ data }) => setOutdated(data !== id);
    channel.postMessage(id);
    return () => channel.close();
  }, [id]);
  const report = useCallback(() => setOutdated(true), []);
  return (
    <OutdatedPageContext value={report}>
      {children}
      <div
        role="status"
        aria-live="polite"
        data-print="hide"
        className="fixed inset-x-4 bottom-20 z-[60] flex justify-center md:bottom-4 pointer-events-none"
      >
        {isOutdated ? (
          <div className="floats pointer-events-auto flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-hairline bg-surface px-4 py-3 shadow-float">
            <p>
              <span className="font-semibold">This page is outdated.</span> It shows {organization?.name},
              which is no longer your current organization.
            </p>
            <Button Icon={RefreshCw} size="small" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          </div>
        ) : null}
      </div>
    </OutdatedPageContext>
  );
}
