import type { Metadata } from 'next';
import Link from 'next/link';
import { SignUpForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';

export const metadata: Metadata = { title: 'Create account' };

export default function SignUpPage() {
  return (
    <AuthPage
      title="Create account"
      description="Create an organization now and invite your team later."
      footer={
        <>
          Already have an account?{' '}
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
