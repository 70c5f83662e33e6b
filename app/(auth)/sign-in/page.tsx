import type { Metadata } from 'next';
import Link from 'next/link';
import { SignInForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { PasskeyButton } from '#components/auth/passkey-button';
import { SecondStepForm } from '#components/auth/second-step-form';
import { Notice } from '#components/ui/notice';
import { getEnv } from '#lib/core/env';
import { describeSignUp, isSignUpOpen } from '#lib/core/sign-up-policy';
import { getRelyingParty } from '#lib/service/users/relying-party';
import { getSafeRedirectPath } from '../../session';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, callbackUrl, notice, step } = await searchParams;
  const path = getSafeRedirectPath(next ?? callbackUrl);
  if (step === 'code') {
    return (
      <AuthPage
        title="Confirm your sign-in"
        footer={
          <Link href="/sign-in" className="font-medium text-accent hover:text-accent-strong">
            Sign in with another account
          </Link>
        }
      >
        <SecondStepForm next={path} />
      </AuthPage>
    );
  }
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
      <SignInForm next={path} />
      <p className="mt-4">
        <Link href="/forgot-password" className="text-muted hover:text-ink">
          Forgot your password?
        </Link>
      </p>
      {getRelyingParty() ? <PasskeyButton next={path} /> : null}
    </AuthPage>
  );
}
