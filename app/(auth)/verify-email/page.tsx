import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { addNext, getCurrentUser, getSafeRedirectPath } from '#app/session.ts';
import { AuthPage } from '#components/auth/auth-page';
import { ResendVerificationForm } from '#components/auth/email-forms';
import { Link } from '#components/ui/link';

export const metadata: Metadata = { title: 'Check your inbox' };

/** Asks users to verify their email address before they can use their account. */
export default async function VerifyEmailPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = getSafeRedirectPath((await searchParams).next);
  const account = await getCurrentUser();
  if (!account) redirect(addNext('/sign-in', next));
  if (account.user.isEmailVerified) redirect(next);
  return (
    <AuthPage
      title="Check your inbox"
      description={
        <>
          We sent a link to <span className="wrap-anywhere">{account.user.email}</span>. Open it to verify
          your email address and start using your account.
        </>
      }
      footer={
        <Link href={addNext('/sign-in', next)} className="font-medium text-accent hover:text-accent-strong">
          Sign in with another account
        </Link>
      }
    >
      <ResendVerificationForm />
    </AuthPage>
  );
}
