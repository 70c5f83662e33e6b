import type { Metadata } from 'next';
import Link from 'next/link';
import { JoinForm, SignUpForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { getDependencies } from '#lib/dashboard/session/dependencies';
import { getInvitation } from '#lib/dashboard/session/get-invitation';
import { formatDate } from '#lib/format/numbers';
import { getCurrentUser } from '../../../session';

/** The token in the address is a secret: it must not be told to other sites. */
export const metadata: Metadata = {
  title: 'Join',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Where an invitation's link leads: a signed-in reader joins with a press, anybody else makes an account. */
export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [account, invitation] = await Promise.all([
    getCurrentUser(),
    getInvitation(getDependencies(), token),
  ]);
  if (!invitation) return <InvitationGone />;
  const { organizationName, role, expiresAt } = invitation;
  const title = `Join ${organizationName}`;
  const offer = (
    <>
      You are invited as <Chip tone="accent">{role}</Chip>, until {formatDate(expiresAt)}.
    </>
  );
  if (account) {
    return (
      <AuthPage
        title={title}
        lead={
          <>
            {offer} You are signed in as <span className="wrap-anywhere">{account.user.email}</span>.
          </>
        }
      >
        <JoinForm token={token} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={title}
      lead={<>{offer} Make an account to accept.</>}
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

function InvitationGone() {
  return (
    <AuthPage
      title="This invitation cannot be used"
      lead="It was used already, taken back, or is older than seven days. Ask whoever sent it for a new link."
    >
      <Button asChild>
        <Link href="/">Go to the start</Link>
      </Button>
    </AuthPage>
  );
}
