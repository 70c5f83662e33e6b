import type { Metadata } from 'next';
import Link from 'next/link';
import { NewOrganizationForm, SignOutButton } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { getEnv } from '#lib/core/env';
import { isSignUpOpen } from '#lib/core/sign-up-policy';
import { getCurrentUser, redirectToSignIn } from '../../session';

export const metadata: Metadata = { title: 'New organization' };

/** Creates another organization, or one for a user who is no longer a member of any. */
export default async function NewOrganizationPage() {
  const account = await getCurrentUser();
  if (!account) return redirectToSignIn();
  const isOpen = isSignUpOpen(getEnv());
  const isMember = account.memberships.length > 0;
  return (
    <AuthPage
      title="New organization"
      description={
        <>
          {isMember ? null : 'You’re not a member of any organization. '}
          {isOpen
            ? 'A new organization starts on the free plan, with you as its owner.'
            : 'Only the operator of this instance can create organizations. Ask for an invitation instead.'}{' '}
          To join an existing one, open the invitation link in this browser.
        </>
      }
      footer={
        isMember ? (
          <Link href="/" className="font-medium text-accent hover:text-accent-strong">
            Back to projects
          </Link>
        ) : (
          <span className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              Signed in as{' '}
              <Link href="/account" className="font-medium text-accent hover:text-accent-strong">
                {account.user.email}
              </Link>
            </span>
            <SignOutButton />
          </span>
        )
      }
    >
      {isOpen ? <NewOrganizationForm /> : null}
    </AuthPage>
  );
}
