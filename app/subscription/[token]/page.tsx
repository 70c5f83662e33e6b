import type { Metadata } from 'next';
import { AuthPage } from '#components/auth/auth-page';
import { ServiceError } from '#lib/core/errors';
import { getDependencies } from '#lib/dashboard/session/session';
import { getRecipient } from '#lib/dashboard/subscriptions/recipient-links';
import { RecipientForm } from './recipient-form';

/** The token in the URL is a secret, so the browser sends no referrer. */
export const metadata: Metadata = {
  title: 'Report by email',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Page on which a recipient confirms the address or unsubscribes. */
export default async function SubscriptionPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const recipient = await getRecipient(getDependencies(), { token }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  });
  if (!recipient) {
    return (
      <AuthPage
        title="Link no longer valid"
        description="If the subscription was deleted, you’ll get no further emails from it."
      >
        {null}
      </AuthPage>
    );
  }
  const { email, reportName, organizationName, confirmedAt, unsubscribedAt } = recipient;
  if (unsubscribedAt) {
    return (
      <AuthPage
        title={confirmedAt ? 'You’re unsubscribed' : 'You declined this report'}
        description={`${email} ${confirmedAt ? 'no longer gets' : 'won’t get'} “${reportName}” from ${organizationName}.`}
      >
        <RecipientForm token={token} state={confirmedAt ? 'unsubscribed' : 'declined'} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={confirmedAt ? 'You’re subscribed' : 'Report by email'}
      description={
        confirmedAt
          ? `${organizationName} sends the report “${reportName}” to ${email}.`
          : `${organizationName} wants to send the report “${reportName}” to ${email}. Confirm the address to get it.`
      }
    >
      <RecipientForm token={token} state={confirmedAt ? 'subscribed' : 'unconfirmed'} />
    </AuthPage>
  );
}
