import type { Metadata } from 'next';
import { AuthPage } from '#components/auth/auth-page';
import { ServiceError } from '#lib/core/errors';
import { getDependencies } from '#lib/dashboard/session/session';
import { getRecipient } from '#lib/dashboard/subscriptions/recipient-links';
import { RecipientForm } from './recipient-form';

/** The token in the URL is a secret, so the browser sends no referrer. */
export const metadata: Metadata = {
  title: 'Emails',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** Page on which a recipient confirms the address or unsubscribes. */
export default async function SubscriptionPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const found = await getRecipient(getDependencies(), { token }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  });
  if (!found) {
    return (
      <AuthPage
        title="Link no longer valid"
        description="If the subscription was deleted, you’ll get no further emails from it."
      >
        {null}
      </AuthPage>
    );
  }
  const { recipient, organizationName, isSuppressed } = found;
  if (!recipient) {
    return isSuppressed ? (
      <AuthPage
        title="You’re unsubscribed"
        description={`${organizationName} can’t add your address to reports or alerts.`}
      >
        <RecipientForm token={token} state="blocked" />
      </AuthPage>
    ) : (
      <AuthPage
        title="You no longer get these emails"
        description={`${organizationName} removed your address. Unsubscribe if you don’t want it to be added again.`}
      >
        <RecipientForm token={token} state="removed" />
      </AuthPage>
    );
  }
  const { email, name, kind, confirmedAt, unsubscribedAt, receivesEmails } = recipient;
  const contents = kind === 'report' ? `the report “${name}”` : `alerts of the project “${name}”`;
  if (unsubscribedAt) {
    return (
      <AuthPage
        title={confirmedAt ? 'You’re unsubscribed' : 'You declined these emails'}
        description={`${email} ${confirmedAt ? 'no longer gets' : 'won’t get'} ${contents} from ${organizationName}.`}
      >
        <RecipientForm token={token} state={confirmedAt ? 'unsubscribed' : 'declined'} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={receivesEmails ? 'You’re subscribed' : 'Confirm your address'}
      description={
        receivesEmails
          ? `${organizationName} sends ${contents} to ${email}.`
          : `${organizationName} wants to send ${contents} to ${email}. Confirm the address if you want that.`
      }
    >
      <RecipientForm token={token} state={receivesEmails ? 'subscribed' : 'unconfirmed'} />
    </AuthPage>
  );
}
