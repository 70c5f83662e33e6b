'use client';

import { type ReactNode, useState } from 'react';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';

interface AuthFormProps {
  submitLabel: string;
  /**
   * Sends the fields. Returns the URL to open next, or undefined to stay on the page; throws an `AuthError` with a message
   * for the user. Any other error is shown as `unreachableMessage`.
   */
  onSubmit: (fields: Record<string, string>) => Promise<string | undefined>;
  children?: ReactNode;
}

/** A form on an `AuthPage`. Its error is shown above its fields. */
export function AuthForm({ submitLabel, onSubmit, children }: AuthFormProps) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement) => {
    const entries = [...new FormData(form)];
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await onSubmit(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])));
      if (next === undefined) setBusy(false);
      else window.location.assign(next);
    } catch (error) {
      setProblem(error instanceof AuthError ? error.message : unreachableMessage);
      setBusy(false);
    }
  };
  return (
    <Form
      onSubmit={send}
      busy={busy}
      problem={problem}
      align="stretch"
      kind="primary"
      submitLabel={submitLabel}
    >
      {children}
    </Form>
  );
}

/** A field for a new password. */
export function NewPasswordField({ label }: { label: string }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      hint="At least 10 characters."
    />
  );
}

/** An error with a message for the user. */
export class AuthError extends Error {}

export const unreachableMessage = 'The server can’t be reached. Check your connection and try again.';

/** Posts fields to a route of this instance. @throws AuthError if the response is an error, with its message if it has one */
export async function postJson(url: string, body: Record<string, string>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.ok) return;
  const { error } = await response.json().catch(() => ({}));
  throw new AuthError(error?.message ?? 'Something went wrong. Try again in a moment.');
}
