'use client';

import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { ReauthenticationContext, type ReauthenticationRequest } from '#app/(dashboard)/use-action.ts';
import { PanelErrorBoundary } from '#components/layout/error-boundaries';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';

const ReauthenticationDialog = loadOnFirstInteraction(
  async () => (await import('./dialog')).ReauthenticationDialog,
  PanelFailed,
);

/** Lets every action in its subtree ask the user to reauthenticate. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ReauthenticationRequest>();
  const close = useCallback(() => setRequest(undefined), []);
  return (
    <ReauthenticationContext value={setRequest}>
      {children}
      <PanelErrorBoundary onClose={close}>
        {request ? (
          <Suspense>
            <ReauthenticationDialog request={request} onClose={close} />
          </Suspense>
        ) : null}
      </PanelErrorBoundary>
    </ReauthenticationContext>
  );
}
