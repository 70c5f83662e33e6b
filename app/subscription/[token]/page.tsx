import type { Metadata } from 'next';
import { AuthPage } from '#components/auth/auth-page';
import { ServiceError } from '#lib/core/errors';
import { defineMessages } from '#lib/core/messages';
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
const messages = defineMessages({
  ended:
    '{email} {state, select, confirmed {no longer gets} other {won’t get}} {kind, select, report {the report “{name}”} other {alerts of the project “{name}”}} from {organization}.',
  subscribed:
    '{organization} sends {kind, select, report {the report “{name}”} other {alerts of the project “{name}”}} to {email}.',
  unconfirmed:
    '{organization} wants to send {kind, select, report {the report “{name}”} other {alerts of the project “{name}”}} to {email}. Confirm the address if you want that.',
});

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
  const parameters = {
    email,
    kind: kind === 'report' ? kind : 'other',
    name,
    organization: organizationName,
  } as const;
  if (unsubscribedAt) {
    return (
      <AuthPage
        title={confirmedAt ? 'You’re unsubscribed' : 'You declined these emails'}
        description={messages.ended({ ...parameters, state: confirmedAt ? 'confirmed' : 'other' })}
      >
        <RecipientForm token={token} state={confirmedAt ? 'unsubscribed' : 'declined'} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={receivesEmails ? 'You’re subscribed' : 'Confirm your address'}
      description={receivesEmails ? messages.subscribed(parameters) : messages.unconfirmed(parameters)}
    >
      <RecipientForm token={token} state={receivesEmails ? 'subscribed' : 'unconfirmed'} />
    </AuthPage>
  );
}
