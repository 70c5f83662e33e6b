'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';

interface SignInFormProps {
  /** Path to open after signing in. */
  next: string;
  /** Message that explains why the user must sign in. */
  reason?: string;
}

/** Our errors are sentences; anything else is an error code of next-auth. */
function getSignInError(error: string | null | undefined): string {
  return error?.includes(' ') ? error : 'Sign-in failed. Check your email and password and try again.';
}

export function SignInForm({ next, reason }: SignInFormProps) {
  const [problem, setProblem] = useState(reason);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    try {
      const result = await signIn('credentials', {
        email: String(form.get('email')),
        password: String(form.get('password')),
        redirect: false,
      });
      if (result?.ok) return window.location.assign(next);
      setProblem(getSignInError(result?.error));
    } catch {
      setProblem(unreachableMessage);
    }
    setBusy(false);
  };
  return (
    // POST keeps the password out of the URL if the form is submitted before hydration.
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" kind="primary" busy={busy} className="mt-1">
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

interface SignUpFormProps {
  /** Token of the invitation to accept; without it, an organization is created. */
  invitation?: string;
  /** Prefilled email address. */
  email?: string;
}

export function SignUpForm({ invitation, email }: SignUpFormProps) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    setProblem(undefined);
    try {
      const response = await fetch('/api/auth/sign-up', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(invitation ? { ...fields, invitation } : fields),
      });
      if (response.ok) {
        const signedIn = await signIn('credentials', {
          email: fields.email,
          password: fields.password,
          redirect: false,
        });
        return window.location.assign(signedIn?.ok ? '/' : '/sign-in');
      }
      setProblem(await getErrorMessage(response));
    } catch {
      setProblem(unreachableMessage);
    }
    setBusy(false);
  };
  return (
    // POST keeps the password out of the URL if the form is submitted before hydration.
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
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
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters."
      />
      <Button type="submit" kind="primary" busy={busy} className="mt-1">
        {invitation ? 'Create account and join' : 'Create account'}
      </Button>
    </form>
  );
}

/** Accepts an invitation for the signed-in user. */
export function JoinForm({ token }: { token: string }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const response = await fetch('/api/auth/accept-invitation', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (response.ok) return window.location.assign('/');
      setProblem(await getErrorMessage(response));
    } catch {
      setProblem(unreachableMessage);
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Button kind="primary" busy={busy} onClick={join}>
        Accept invitation{' '}
      </Button>
    </div>
  );
}

/** Returns the message of an error response. */
async function getErrorMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body && 'error' in body && typeof body.error === 'object' && body.error) {
    if ('message' in body.error && typeof body.error.message === 'string') return body.error.message;
  }
  return 'Something went wrong. Try again in a moment.';
}

const unreachableMessage = 'The server can’t be reached. Check your connection and try again.';
