'use client';

import { useState } from 'react';
import { AuthForm, NewPasswordField, postJson } from '#components/auth/auth-form';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';

interface ForgotPasswordFormProps {
  /** Whether the instance sends emails; otherwise its operator passes on links. */
  sendsEmail: boolean;
}

/** Asks for a link to reset the password. The response doesn't reveal whether the address has an account. */
export function ForgotPasswordForm({ sendsEmail }: ForgotPasswordFormProps) {
  const [isSent, setIsSent] = useState(false);
  if (isSent) {
    return (
      <Notice>
        {sendsEmail
          ? 'If this address has an account, an email with a link is on its way. The link works for an hour. Check your spam folder too.'
          : 'If this address has an account, the operator of this instance now has a link for you. The instance sends no emails, so ask the operator for it. The link works for an hour.'}
      </Notice>
    );
  }
  const submit = async (fields: Record<string, string>) => {
    await postJson('/api/auth/forgot-password', fields);
    setIsSent(true);
    return undefined;
  };
  return (
    <AuthForm submitLabel="Send link" onSubmit={submit}>
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
    </AuthForm>
  );
}

/** Sets a new password with the token from a reset link. */
export function ResetPasswordForm({ token, email }: { token: string; email: string }) {
  const submit = async ({ password = '' }: Record<string, string>) => {
    await postJson('/api/auth/reset-password', { token, password });
    return '/sign-in?notice=password-changed';
  };
  return (
    <AuthForm submitLabel="Change password" onSubmit={submit}>
      {/* Lets password managers store the new password for the right account. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <NewPasswordField label="New password" />
    </AuthForm>
  );
}
