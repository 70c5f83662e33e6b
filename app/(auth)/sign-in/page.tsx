import type { Metadata } from 'next';
import { addNext, getSafeRedirectPath } from '#app/session.ts';
import { SignInForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { IdentityButtons } from '#components/auth/identity-buttons';
import { PasskeyButton } from '#components/auth/passkey-button';
import { SecondStepForm } from '#components/auth/second-step-form';
import { SignInAlternatives } from '#components/auth/sign-in-alternatives';
import { Link } from '#components/ui/link';
import { Notice } from '#components/ui/notice';
import { getEnv } from '#lib/core/env';
import { listIdentityProviders } from '#lib/core/identity-providers';
import { describeSignUp, isSignUpOpen } from '#lib/core/sign-up-policy';
import { getRelyingParty } from '#lib/service/users/relying-party';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, callbackUrl, problem, notice, step, error, prompt } = await searchParams;
  const path = getSafeRedirectPath(next ?? callbackUrl);
  if (step === 'code') {
    return (
      <AuthPage
        title="Confirm your sign-in"
        footer={
          <Link href={addNext('/sign-in', path)} className="font-medium text-accent hover:text-accent-strong">
            Sign in with another account
          </Link>
        }
      >
        <SecondStepForm next={path} />
      </AuthPage>
    );
  }
  const errorMessage =
    typeof problem === 'string' ? describeSignInError(problem) : describeSignInError(String(error ?? ''));
  const providers = listIdentityProviders(getEnv()).map(({ id, name }) => ({ id, name }));
  const canUsePasskeys = getRelyingParty() !== null;
  return (
    <AuthPage
      title="Sign in"
      description="See how AI engines mention your brand and your competitors."
      footer={
        isSignUpOpen(getEnv()) ? (
          <>
            Don’t have an account?{' '}
            <Link
              href={addNext('/sign-up', path)}
              className="font-medium text-accent hover:text-accent-strong"
            >
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
      {errorMessage ? (
        <div className="mb-5">
          <Notice tone="danger">{errorMessage}</Notice>
        </div>
      ) : null}
      <SignInForm next={path} />
      <p className="mt-4">
        <Link href="/forgot-password" className="text-muted hover:text-ink">
          Forgot your password?
        </Link>
      </p>
      {canUsePasskeys || providers.length > 0 ? (
        <SignInAlternatives>
          {canUsePasskeys ? <PasskeyButton next={path} /> : null}
          <IdentityButtons providers={providers} next={path} mustReauthenticate={prompt === 'login'} />
        </SignInAlternatives>
      ) : null}
    </AuthPage>
  );
}

/** Explains why a sign-in failed. @param problem an error code of this product or of next-auth */
function describeSignInError(problem: string): string | undefined {
  switch (problem) {
    case '':
      return undefined;
    case 'identity-unverified':
      return 'The Google, GitHub or other account you tried to sign in with has no verified email address. Verify the address there, then try again.';
    case 'identity-link':
      return 'An account with this email address exists. Sign in to it once as you usually do; from then on, you can sign in both ways.';
    case 'identity-limit':
      return 'Too many accounts were created from your network. Try again in an hour.';
    case 'identity-sign-up':
      return describeSignUp(getEnv()) ?? 'New accounts can’t be created here.';
    default:
      return 'Sign-in failed. Try again in a moment.';
  }
}
