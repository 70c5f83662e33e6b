'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';

interface SignInFormProps {
  /** Where to go afterwards: a path of this site. */
  next: string;
  /** Filled in for the demo. */
  email?: string;
}

export function SignInForm({ next, email }: SignInFormProps) {
  const [problem, setProblem] = useState<string>();
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
      setProblem(
        result?.status === 401
          ? 'This email and password do not belong together. Check both and try again.'
          : 'Signing in did not work. Try again in a moment.',
      );
    } catch {
      setProblem('The server could not be reached. Check the connection and try again.');
    }
    setBusy(false);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" kind="primary" busy={busy} className="mt-1">
        {busy ? 'Signing in' : 'Sign in'}
      </Button>
    </form>
  );
}
