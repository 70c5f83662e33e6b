import type { Metadata } from 'next';
import Link from 'next/link';
import { SignInForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { getSafeRedirectPath } from '../safe-redirect';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, callbackUrl, problem } = await searchParams;
  const reason =
    problem === 'no-organization'
      ? 'You belong to no organization any more. Ask for an invitation, or create an account with an organization of your own.'
      : undefined;
  return (
    <AuthPage
      title="Sign in"
      lead="See where AI answers name your brand, and who is named instead."
      foot={
        <>
          No account yet?{' '}
          <Link href="/sign-up" className="font-medium text-accent hover:text-accent-strong">
            Create one
          </Link>
        </>
      }
    >
      <SignInForm next={getSafeRedirectPath(next ?? callbackUrl)} reason={reason} />
    </AuthPage>
  );
}
