'use client';

import { signIn } from 'next-auth/react';
import { AuthError, AuthForm } from '#components/auth/auth-form';
import { TextField } from '#components/ui/field';

/**
 * Asks for a code from the authenticator app, or a recovery code, as the second step of signing in.
 * @param next path to open after signing in
 */
export function SecondStepForm({ next }: { next: string }) {
  const submit = async ({ code }: Record<string, string>) => {
    const result = await signIn('second-step', { code, redirect: false });
    if (result?.ok) return next;
    // Our errors are sentences; anything else is an error code of next-auth.
    throw new AuthError(
      result?.error?.includes(' ') ? result.error : 'Sign-in failed. Try again in a moment.',
    );
  };
  return (
    <AuthForm submitLabel="Sign in" onSubmit={submit}>
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        autoFocus
        hint="6 digits from your authenticator app, or one of your recovery codes."
      />
    </AuthForm>
  );
}
