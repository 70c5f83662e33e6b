'use client';

import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { unreachableMessage } from '#components/auth/auth-form';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

interface IdentityButtonsProps {
  providers: readonly { id: string; name: string }[];
  /** Path to open after signing in. */
  next: string;
  /** Whether an OpenID Connect provider must ask the user to sign in again, even in a browser that it knows. */
  mustReauthenticate?: boolean;
}

/** A button for each identity provider that users can sign in with. */
export function IdentityButtons({ providers, next, mustReauthenticate = false }: IdentityButtonsProps) {
  const [busyId, setBusyId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const run = (id: string) => {
    setBusyId(id);
    setProblem(undefined);
    // Google and GitHub do not support `prompt=login`.
    const parameters = mustReauthenticate && id === 'oidc' ? { prompt: 'login' } : undefined;
    signIn(id, { callbackUrl: next }, parameters).catch(() => {
      setProblem(unreachableMessage);
      setBusyId(undefined);
    });
  };
  return (
    <div className="flex flex-col gap-3">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {providers.map(({ id, name }) => (
        <Button key={id} className="justify-center" busy={busyId === id} onClick={() => run(id)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
