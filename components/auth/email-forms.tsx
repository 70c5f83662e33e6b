'use client';

import { useState } from 'react';
import { AuthForm, postJson } from '#components/auth/auth-form';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** Confirms an email address with the token of a link. */
export function ConfirmEmailForm({ token, isNew }: { token: string; isNew: boolean }) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (isConfirmed) {
    return (
      <div className="flex flex-col gap-4">
        <Notice>{isNew ? 'Your email address was changed.' : 'Your email address is verified.'}</Notice>
        <LinkButton href="/" className="self-start">
          Continue
        </LinkButton>
      </div>
    );
  }
  const submit = async () => {
    await postJson('/api/auth/confirm-email', { token });
    setIsConfirmed(true);
    return undefined;
  };
  return <AuthForm submit={isNew ? 'Confirm email address' : 'Verify email address'} onSubmit={submit} />;
}

/** Sends the link that verifies the email address once more. */
export function ResendVerificationForm() {
  const [isSent, setIsSent] = useState(false);
  if (isSent) return <Notice>We sent a new link. Check your spam folder too.</Notice>;
  const submit = async () => {
    await postJson('/api/auth/resend-verification', {});
    setIsSent(true);
    return undefined;
  };
  return <AuthForm submit="Send a new link" onSubmit={submit} />;
}
