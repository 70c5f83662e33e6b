import type { Metadata } from 'next';
import { addNext, getSafeRedirectPath, getSignUpRedirectPath } from '#app/session.ts';
import { SignUpForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { IdentityButtons } from '#components/auth/identity-buttons';
import { SignInAlternatives } from '#components/auth/sign-in-alternatives';
import { Link } from '#components/ui/link';
import { getEnv } from '#lib/core/env';
import { listIdentityProviders } from '#lib/core/identity-providers';
import { describeSignUp, isSignUpOpen } from '#lib/core/sign-up-policy';

export const metadata: Metadata = { title: 'Create account' };

export default async function SignUpPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = getSafeRedirectPath((await searchParams).next);
  const nextAfterSignUp = getSignUpRedirectPath(next);
  const restriction = describeSignUp(getEnv());
  const providers = listIdentityProviders(getEnv()).map(({ id, name }) => ({ id, name }));
  return (
    <AuthPage
      title="Create account"
      description={restriction ?? 'Create an organization now and invite your team later.'}
      footer={
        <>
          Already have an account?{' '}
          <Link href={addNext('/sign-in', next)} className="font-medium text-accent hover:text-accent-strong">
            Sign in
          </Link>
        </>
      }
    >
      {isSignUpOpen(getEnv()) ? (
        <>
          <SignUpForm next={nextAfterSignUp} />
          {providers.length > 0 ? (
            <SignInAlternatives>
              <IdentityButtons providers={providers} next={nextAfterSignUp} />
            </SignInAlternatives>
          ) : null}
        </>
      ) : null}
    </AuthPage>
  );
}
