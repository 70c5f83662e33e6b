'use client';

import { KeyRound } from 'lucide-react';
import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { AuthError, unreachableMessage } from '#components/auth/auth-form';
import { requestPasskey } from '#components/auth/passkey';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** Signs in with a passkey of the user's choice. @param next path to open after signing in */
export function PasskeyButton({ next }: { next: string }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const headers = { 'content-type': 'application/json' };
      const optionsResponse = await fetch('/api/auth/passkey-options', {
        method: 'POST',
        headers,
        body: '{}',
      });
      const { options, error } = await optionsResponse.json();
      if (!optionsResponse.ok) throw new AuthError(error.message);
      const response = await requestPasskey(options);
      const result = await signIn('passkey', { response: JSON.stringify(response), redirect: false });
      if (!result?.ok) throw new AuthError(result?.error ?? 'Sign-in failed. Try again in a moment.');
      window.location.assign(next);
    } catch (error) {
      setProblem(error instanceof AuthError ? error.message : unreachableMessage);
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Button Icon={KeyRound} className="justify-center" busy={busy} onClick={run}>
        Sign in with a passkey
      </Button>
    </div>
  );
}
