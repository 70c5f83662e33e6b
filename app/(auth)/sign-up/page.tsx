import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { SignUpForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { getEnv } from '#lib/core/env';

export const metadata: Metadata = { title: 'Create account' };

export default async function SignUpPage() {
  // The setting is read when the page is requested, not when it is built.
  await connection();
  const isOpen = getEnv().SIGN_UP === 'open';
  return (
    <AuthPage
      title="Create account"
      description={
        isOpen
          ? 'Create an organization now and invite your team later.'
          : 'Accounts are created by invitation here. Ask an admin of your organization to invite you.'
      }
      footer={
        <>
          Already have an account?{' '}
          <Link href="/sign-in" className="font-medium text-accent hover:text-accent-strong">
            Sign in
          </Link>
        </>
      }
    >
      {isOpen ? <SignUpForm /> : null}
    </AuthPage>
  );
}
