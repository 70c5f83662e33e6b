'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
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
      setProblem(unreachableMessage);
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
      setProblem(await getErrorMessage(response));
    } catch {
      setProblem(unreachableMessage);
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

/** Joins the signed-in reader to the organization of an invitation. */
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
        Join
      </Button>
    </div>
  );
}

/** The sentence of a refused post, out of the envelope every route of the product answers with. */
async function getErrorMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body && 'error' in body && typeof body.error === 'object' && body.error) {
    if ('message' in body.error && typeof body.error.message === 'string') return body.error.message;
  }
  return 'This did not work. Try again in a moment.';
}

const unreachableMessage = 'The server could not be reached. Check the connection and try again.';
