import type { Metadata } from 'next';
import Link from 'next/link';
import { SignUpForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';

export const metadata: Metadata = { title: 'Create an account' };

export default function SignUpPage() {
  return (
    <AuthPage
      title="Create an account"
      lead="You get an organization of your own and can invite others later."
      foot={
        <>
          Have an account?{' '}
          <Link href="/sign-in" className="font-medium text-accent hover:text-accent-strong">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm />
    </AuthPage>
  );
}
