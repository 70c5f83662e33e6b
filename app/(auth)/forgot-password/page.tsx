import type { Metadata } from 'next';
import { connection } from 'next/server';
import { AuthPage } from '#components/auth/auth-page';
import { ForgotPasswordForm } from '#components/auth/password-forms';
import { Link } from '#components/ui/link';
import { getEnv } from '#lib/core/env';
import { hasMailServer } from '#lib/core/mail-server';

export const metadata: Metadata = { title: 'Reset password' };

export default async function ForgotPasswordPage() {
  // The setting is read when the page is requested, not when it is built.
  await connection();
  const sendsEmail = hasMailServer(getEnv());
  return (
    <AuthPage
      title="Reset password"
      description={
        sendsEmail
          ? 'Enter the email address of your account. You’ll get a link to choose a new password.'
          : 'This instance has no mail server, so no email is sent. Enter the email address of your account, then ask the operator of this instance for the link to choose a new password.'
      }
      footer={
        <Link href="/sign-in" className="font-medium text-accent hover:text-accent-strong">
          Back to sign-in
        </Link>
      }
    >
      <ForgotPasswordForm sendsEmail={sendsEmail} />
    </AuthPage>
  );
}
