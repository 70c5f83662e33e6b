'use client';

import { signIn } from 'next-auth/react';
import { AuthError, AuthForm, NewPasswordField, postJson } from '#components/auth/auth-form';
import { signOut } from '#components/layout/sign-out';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { secondStepRequired } from '#lib/core/errors';

interface SignInFormProps {
  /** Path to open after signing in. */
  next: string;
}

export function SignInForm({ next }: SignInFormProps) {
  const submit = async ({ email, password }: Record<string, string>) => {
    const result = await signIn('credentials', { email, password, redirect: false });
    if (result?.ok) return next;
    if (result?.error === secondStepRequired) return `/sign-in?step=code&next=${encodeURIComponent(next)}`;
    // Our errors are sentences; anything else is an error code of next-auth.
    if (result?.error?.includes(' ')) throw new AuthError(result.error);
    throw new AuthError('Sign-in failed. Check your email and password and try again.');
  };
  return (
    <AuthForm submitLabel="Sign in" onSubmit={submit}>
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
    </AuthForm>
  );
}

interface SignUpFormProps {
  /** Token of the invitation to accept; without it, an organization is created. */
  invitation?: string;
  /** The email address that the invitation was sent to. */
  email?: string | undefined;
  /** Path to open after signing up. */
  next?: string;
}

export function SignUpForm({ invitation, email: invitedEmail, next = '/' }: SignUpFormProps) {
  const submit = async (fields: Record<string, string>) => {
    await postJson('/api/auth/sign-up', invitation ? { ...fields, invitation } : fields);
    const { email, password } = fields;
    const result = await signIn('credentials', { email, password, redirect: false });
    return result?.ok ? next : `/sign-in?next=${encodeURIComponent(next)}`;
  };
  return (
    <AuthForm submitLabel={invitation ? 'Create account and join' : 'Create account'} onSubmit={submit}>
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={100} />
      {invitation ? null : <OrganizationField label="Organization" />}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={invitedEmail}
      />
      <NewPasswordField label="Password" />
    </AuthForm>
  );
}

function OrganizationField({ label }: { label: string }) {
  return (
    <TextField
      label={label}
      name="organization"
      autoComplete="organization"
      required
      maxLength={100}
      hint="Your projects, members and credits belong to the organization."
    />
  );
}

/** Creates an organization for the signed-in user. */
export function NewOrganizationForm() {
  const submit = async (fields: Record<string, string>) => {
    await postJson('/api/auth/organizations', fields);
    return '/';
  };
  return (
    <AuthForm submitLabel="Create organization" onSubmit={submit}>
      <OrganizationField label="Name" />
    </AuthForm>
  );
}

/** Signs out, so that someone else can sign in. */
export function SignOutButton() {
  return (
    <Button size="small" onClick={signOut}>
      Sign out
    </Button>
  );
}

/** Accepts an invitation for the signed-in user. */
export function JoinForm({ token }: { token: string }) {
  const submit = async () => {
    await postJson('/api/auth/accept-invitation', { token });
    return '/';
  };
  return <AuthForm submitLabel="Accept invitation" onSubmit={submit} />;
}
