'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';

interface AuthFormProps {
  submit: string;
  /** Sends the fields. Returns the URL to open next; throws an error with a message for the user. */
  onSubmit: (fields: Record<string, string>) => Promise<string>;
  /** An error to show before anything is sent. */
  initialProblem?: string | undefined;
  children?: ReactNode;
}

function AuthForm({ submit, onSubmit, initialProblem, children }: AuthFormProps) {
  const [problem, setProblem] = useState(initialProblem);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)];
    setBusy(true);
    setProblem(undefined);
    try {
      window.location.assign(
        await onSubmit(Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))),
      );
    } catch (error) {
      setProblem(error instanceof AuthError ? error.message : unreachableMessage);
      setBusy(false);
    }
  };
  return (
    // POST keeps the password out of the URL if the form is submitted before hydration.
    <form method="post" onSubmit={send} className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {children}
      <Button type="submit" kind="primary" busy={busy} className="mt-1">
        {submit}
      </Button>
    </form>
  );
}

interface SignInFormProps {
  /** Path to open after signing in. */
  next: string;
  /** Explains why the user must sign in. */
  reason?: string | undefined;
}

export function SignInForm({ next, reason }: SignInFormProps) {
  const submit = async ({ email, password }: Record<string, string>) => {
    const result = await signIn('credentials', { email, password, redirect: false });
    if (result?.ok) return next;
    // Our errors are sentences; anything else is an error code of next-auth.
    if (result?.error?.includes(' ')) throw new AuthError(result.error);
    throw new AuthError('Sign-in failed. Check your email and password and try again.');
  };
  return (
    <AuthForm submit="Sign in" onSubmit={submit} initialProblem={reason}>
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
    </AuthForm>
  );
}

interface SignUpFormProps {
  /** Token of the invitation to accept; without it, an organization is created. */
  invitation?: string;
}

export function SignUpForm({ invitation }: SignUpFormProps) {
  const submit = async (fields: Record<string, string>) => {
    await postJson('/api/auth/sign-up', invitation ? { ...fields, invitation } : fields);
    const { email, password } = fields;
    const result = await signIn('credentials', { email, password, redirect: false });
    return result?.ok ? '/' : '/sign-in';
  };
  return (
    <AuthForm submit={invitation ? 'Create account and join' : 'Create account'} onSubmit={submit}>
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={100} />
      {invitation ? null : (
        <TextField
          label="Organization"
          name="organization"
          autoComplete="organization"
          required
          maxLength={100}
          hint="Your projects, members and credits belong to it."
        />
      )}
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters."
      />
    </AuthForm>
  );
}

/** Accepts an invitation for the signed-in user. */
export function JoinForm({ token }: { token: string }) {
  const submit = async () => {
    await postJson('/api/auth/accept-invitation', { token });
    return '/';
  };
  return <AuthForm submit="Accept invitation" onSubmit={submit} />;
}

/** An error with a message for the user. */
class AuthError extends Error {}

const unreachableMessage = 'The server can’t be reached. Check your connection and try again.';

/** @throws AuthError with the message of an error response */
async function postJson(url: string, body: Record<string, string>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.ok) return;
  const { error } = await response.json().catch(() => ({}));
  throw new AuthError(error?.message ?? 'Something went wrong. Try again in a moment.');
}
