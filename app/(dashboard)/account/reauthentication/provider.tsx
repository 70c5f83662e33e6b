'use client';

import { type ReactNode, Suspense, useState } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';
import { ReauthenticationContext, type ReauthenticationRequest } from '../../use-action';

const ReauthenticationDialog = loadOnFirstInteraction(
  async () => (await import('./dialog')).ReauthenticationDialog,
  PanelFailed,
);

/** Lets every action in its subtree ask the user to reauthenticate. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ReauthenticationRequest>();
  return (
    <ReauthenticationContext value={setRequest}>
      {children}
      {request ? (
        <Suspense>
          <ReauthenticationDialog request={request} onClose={() => setRequest(undefined)} />
        </Suspense>
      ) : null}
    </ReauthenticationContext>
  );
}
