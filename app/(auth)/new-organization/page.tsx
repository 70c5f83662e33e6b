import type { Metadata } from 'next';
import { ResetNotice } from '#app/(dashboard)/reset-notice.tsx';
import { getCurrentUser, redirectToSignIn } from '#app/session.ts';
import { NewOrganizationForm, SignOutButton } from '#components/auth/auth-forms';
import { AuthPage } from '#components/auth/auth-page';
import { Link } from '#components/ui/link';
import { plans } from '#lib/contract/plans';
import { getEnv } from '#lib/core/env';
import { formatCount } from '#lib/core/numbers';
import { isSignUpOpen } from '#lib/core/sign-up-policy';

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
            ? `A new organization starts on the free plan, with you as its owner. All free organizations that you create share ${formatCount(plans.free.monthlyCredits)} credits a month: each gets an equal part.`
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
      {account.resetNotice ? (
        <div className="-mx-4 mb-6 md:-mx-6">
          <ResetNotice sentences={account.resetNotice} />
        </div>
      ) : null}
      {isOpen ? <NewOrganizationForm /> : null}
    </AuthPage>
  );
}
