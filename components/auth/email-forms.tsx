'use client';

import { useState } from 'react';
import { AuthForm, postJson } from '#components/auth/auth-form';
import { LinkButton } from '#components/ui/link-button';
import { Notice } from '#components/ui/notice';

/**
 * Confirms an email address with the token from an emailed link.
 * @param isNew whether the address replaces the current one; otherwise the current one is verified
 */
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
  return (
    <AuthForm submitLabel={isNew ? 'Confirm email address' : 'Verify email address'} onSubmit={submit} />
  );
}

/** Sends a new link that verifies the email address. */
export function ResendVerificationForm() {
  const [isSent, setIsSent] = useState(false);
  if (isSent) return <Notice>We sent a new link. Check your spam folder too.</Notice>;
  const submit = async () => {
    await postJson('/api/auth/resend-verification', {});
    setIsSent(true);
    return undefined;
  };
  return <AuthForm submitLabel="Send a new link" onSubmit={submit} />;
}
