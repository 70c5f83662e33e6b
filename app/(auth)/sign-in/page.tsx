import type { Metadata } from 'next';
import Link from 'next/link';
import { SignInForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { Notice } from '#components/ui/notice';
import { getEnv } from '#lib/core/env';
import { describeSignUp, isSignUpOpen } from '#lib/core/sign-up-policy';
import { getSafeRedirectPath } from '../../session';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, callbackUrl, notice } = await searchParams;
  return (
    <AuthPage
      title="Sign in"
      description="See how AI engines mention your brand and your competitors."
      footer={
        isSignUpOpen(getEnv()) ? (
          <>
            Don’t have an account?{' '}
            <Link href="/sign-up" className="font-medium text-accent hover:text-accent-strong">
              Create one
            </Link>
          </>
        ) : (
          describeSignUp(getEnv())
        )
      }
    >
      {notice === 'password-changed' ? (
        <div className="mb-5">
          <Notice>Password changed. Sign in with the new one.</Notice>
        </div>
      ) : null}
      <SignInForm next={getSafeRedirectPath(next ?? callbackUrl)} />
      <p className="mt-4">
        <Link href="/forgot-password" className="text-muted hover:text-ink">
          Forgot your password?
        </Link>
      </p>
    </AuthPage>
  );
}
