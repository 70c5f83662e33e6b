import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getCurrentUser } from '#app/session.ts';
import { JoinForm, SignUpForm } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { IdentityButtons } from '#components/auth/identity-buttons';
import { SignInAlternatives } from '#components/auth/sign-in-alternatives';
import { Link } from '#components/ui/link';
import { LinkButton } from '#components/ui/link-button';
import { formatDate } from '#lib/core/dates';
import { getEnv } from '#lib/core/env';
import { listIdentityProviders } from '#lib/core/identity-providers';
import { roleLabels } from '#lib/core/permissions';
import { getDependencies } from '#lib/dashboard/session/session';
import { getInvitation, getJoinedOrganizationId } from '#lib/service/members/find-invitation';

/** The token in the URL is a secret, so the browser sends no referrer. */
export const metadata: Metadata = {
  title: 'Accept invitation',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Lets signed-in users accept an invitation; others can create an account or sign in first. */
export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [account, invitation] = await Promise.all([
    getCurrentUser(),
    getInvitation(getDependencies(), token),
  ]);
  if (!invitation) {
    // Signing up with an identity provider accepts the invitation and then returns to this page.
    const joinedId = account && (await getJoinedOrganizationId(getDependencies(), token));
    if (account?.memberships.some(({ organizationId }) => organizationId === joinedId)) redirect('/');
    return <InvalidInvitation />;
  }
  const { organizationName, role, email, expiresAt } = invitation;
  const title = `Join ${organizationName}`;
  const invitationText = (
    <>
      Your role will be <strong className="font-semibold">{roleLabels[role]}</strong>. This invitation expires
      on {formatDate(expiresAt)}.
    </>
  );
  const providers = listIdentityProviders(getEnv()).map(({ id, name }) => ({ id, name }));
  if (account) {
    return (
      <AuthPage
        title={title}
        description={
          <>
            {invitationText} You’re signed in as <span className="wrap-anywhere">{account.user.email}</span>.
          </>
        }
      >
        <JoinForm token={token} />
      </AuthPage>
    );
  }
  const canSignUp = getEnv().SIGN_UP !== 'closed';
  return (
    <AuthPage
      title={title}
      description={
        <>
          {invitationText}{' '}
          {canSignUp ? 'Create an account to accept.' : 'New accounts can’t be created here.'}
        </>
      }
      footer={
        <>
          Already have an account?{' '}
          <Link
            href={`/sign-in?next=${encodeURIComponent(`/join/${token}`)}`}
            className="font-medium text-accent hover:text-accent-strong"
          >
            Sign in to accept
          </Link>
        </>
      }
    >
      {canSignUp ? <SignUpForm invitation={token} email={email ?? undefined} /> : null}
      {providers.length > 0 ? (
        <SignInAlternatives>
          <IdentityButtons providers={providers} next={`/join/${token}`} />
        </SignInAlternatives>
      ) : null}
    </AuthPage>
  );
}

function InvalidInvitation() {
  return (
    <AuthPage
      title="Invitation no longer valid"
      description="It was used or revoked, it expired after seven days, or the organization is scheduled for deletion. Ask the sender for a new one."
    >
      <LinkButton href="/">Go to Answerscope</LinkButton>
    </AuthPage>
  );
}
