import type { Metadata } from 'next';
import Link from 'next/link';
import { AuthPage } from '#components/auth/auth-page';
import { JoinForm } from '#components/auth/join-form';
import { SignUpForm } from '#components/auth/sign-up-form';
import { currentAccount } from '../../../session';

/** The token in the address is a secret: it must not be told to other sites. */
export const metadata: Metadata = {
  title: 'Join',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Where an invitation's link leads: a signed-in reader joins with a press, anybody else makes an account. */
export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const account = await currentAccount();
  if (account) {
    return (
      <AuthPage title="Join the organization" lead={`You are signed in as ${account.user.email}.`}>
        <JoinForm token={token} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Join the organization"
      lead="You were invited. Make an account with the address the invitation was sent to."
      foot={
        <>
          Have an account?{' '}
          <Link
            href={`/sign-in?next=${encodeURIComponent(`/join/${token}`)}`}
            className="font-medium text-accent hover:text-accent-strong"
          >
            Sign in to join
          </Link>
        </>
      }
    >
      <SignUpForm invitation={token} />
    </AuthPage>
  );
}
