import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { AuthPage } from '#components/auth/auth-page';
import { ForgotPasswordForm } from '#components/auth/password-forms';
import { getEnv } from '#lib/core/env';

export const metadata: Metadata = { title: 'Reset password' };

export default async function ForgotPasswordPage() {
  // The setting is read when the page is requested, not when it is built.
  await connection();
  return (
    <AuthPage
      title="Reset password"
      description="Enter the email address of your account. You’ll get a link to choose a new password."
      footer={
        <Link href="/sign-in" className="font-medium text-accent hover:text-accent-strong">
          Back to sign-in
        </Link>
      }
    >
      <ForgotPasswordForm sendsEmail={getEnv().SMTP_URL !== undefined} />
    </AuthPage>
  );
}
