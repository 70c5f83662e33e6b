import type { Metadata } from 'next';
import { AuthPage } from '#components/auth/auth-page';
import { ResetPasswordForm } from '#components/auth/password-forms';
import { LinkButton } from '#components/ui/link-button';
import { getDependencies } from '#lib/dashboard/session/session';
import { getPasswordReset } from '#lib/service/users/password-reset';

/** The token in the URL is a secret, so the browser sends no referrer. */
export const metadata: Metadata = {
  title: 'Choose a new password',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const reset = await getPasswordReset(getDependencies(), token);
  if (!reset) {
    return (
      <AuthPage
        title="Link no longer valid"
        description="It has been used or has expired. Reset links work once and expire after an hour."
      >
        <LinkButton href="/forgot-password">Request a new link</LinkButton>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Choose a new password"
      description={
        <>
          For <span className="wrap-anywhere">{reset.email}</span>. All browsers will be signed out.
        </>
      }
    >
      <ResetPasswordForm token={token} email={reset.email} />
    </AuthPage>
  );
}
