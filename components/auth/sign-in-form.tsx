'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import { unreachable } from '#components/auth/problem-of';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';

interface SignInFormProps {
  /** Where to go afterwards: a path of this site. */
  next: string;
  /** Why the reader was sent here, if for a reason. */
  reason?: string;
}

/** Refusals come as a sentence; what is not one is a code of the library. */
function sentenceOf(error: string | null | undefined): string {
  return error?.includes(' ') ? error : 'Signing in did not work. Check email and password and try again.';
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
      setProblem(sentenceOf(result?.error));
    } catch {
      setProblem(unreachable);
    }
    setBusy(false);
  };
  return (
    // Sent before the page has woken up, a password must not stand in the address.
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" kind="primary" busy={busy} className="mt-1">
        {busy ? 'Signing in' : 'Sign in'}
      </Button>
    </form>
  );
}
