'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import { problemOf, unreachable } from '#components/auth/problem-of';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';

interface SignUpFormProps {
  /** Joins an organization by this invitation instead of making one. */
  invitation?: string;
  /** The address the invitation was made for. */
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
      setProblem(await problemOf(response));
    } catch {
      setProblem(unreachable);
    }
    setBusy(false);
  };
  return (
    // Sent before the page has woken up, a password must not stand in the address.
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
          hint="Projects, members and credits belong to it."
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
        {invitation ? 'Join' : 'Create account'}
      </Button>
    </form>
  );
}
