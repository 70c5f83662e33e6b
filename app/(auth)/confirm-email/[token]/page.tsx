import type { Metadata } from 'next';
import { getCurrentUser } from '#app/session.ts';
import { AuthPage } from '#components/auth/auth-page';
import { ConfirmEmailForm } from '#components/auth/email-forms';
import { LinkButton } from '#components/ui/link-button';
import { getDependencies } from '#lib/dashboard/session/session';
import { getEmailConfirmation } from '#lib/service/users/email-change';

/** The token in the URL is a secret, so the browser sends no referrer. */
export const metadata: Metadata = {
  title: 'Confirm email address',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Asks for a click on a button, because email clients and scanners open links automatically. */
export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [confirmation, account] = await Promise.all([
    getEmailConfirmation(getDependencies(), token),
    getCurrentUser(),
  ]);
  if (!confirmation) {
    return (
      <AuthPage
        title="Link no longer valid"
        description="It has been used or has expired. Confirmation links work once and expire after 24 hours. Request a new one on your account page."
      >
        <LinkButton href="/account">Go to your account</LinkButton>
      </AuthPage>
    );
  }
  const { email, isNew, userId } = confirmation;
  if (account?.user.id !== userId) {
    return (
      <AuthPage
        title="Sign in first"
        description="Sign in with the account that requested this link. This page then opens again."
      >
        <LinkButton href={`/sign-in?next=${encodeURIComponent(`/confirm-email/${token}`)}`}>
          Sign in
        </LinkButton>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={isNew ? 'Confirm your new email address' : 'Verify your email address'}
      description={
        <>
          {isNew ? 'After you confirm, you’ll sign in with ' : 'Confirm that '}
          <span className="wrap-anywhere">{email}</span>
          {isNew ? '.' : ' is your email address.'}
        </>
      }
    >
      <ConfirmEmailForm token={token} isNew={isNew} />
    </AuthPage>
  );
}
