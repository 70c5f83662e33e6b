import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { describeBrowser } from '#lib/core/user-agent';
import { formatPlural } from '#lib/format/numbers';
import { type LinkedIdentity, listIdentities } from '#lib/service/users/identities';
import { listPasskeys } from '#lib/service/users/passkeys';
import { getRelyingParty } from '#lib/service/users/relying-party';
import { listSessions } from '#lib/service/users/sessions';
import { getProviderName } from '#lib/service/users/sign-in-methods';
import { getTotpStatus } from '#lib/service/users/totp';
import { getContext, getCurrentSessionId, requireSession } from '../../session';
import { EmailForm } from './email-form';
import { LinkedAccounts } from './linked-accounts';
import { AddPasskey, PasskeyTable } from './passkeys';
import { PasswordForm } from './password-form';
import { SessionTable } from './session-table';
import { TwoFactor } from './two-factor';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage() {
  const { user } = await requireSession();
  const context = await getContext();
  const [sessions, totp, passkeys, identities] = await Promise.all([
    listSessions(context),
    getTotpStatus(context),
    listPasskeys(context),
    listIdentities(context),
  ]);
  const canUsePasskeys = getRelyingParty() !== null;
  const currentId = await getCurrentSessionId();
  return (
    <Page
      title="Account"
      summary={`${user.name}, ${user.email}. Signed in on ${formatPlural(sessions.length, 'browser')}.`}
    >
      <Section title="Sessions" note="Browsers that are signed in with your account.">
        <SessionTable
          sessions={sessions.map(({ userAgent, ...session }) => ({
            ...session,
            browser: describeBrowser(userAgent),
            isCurrent: session.id === currentId,
          }))}
        />
      </Section>
      <Section title="Email address" note="You sign in with it, and receive notices about your account.">
        <EmailForm email={user.email} isVerified={user.isEmailVerified} />
      </Section>
      <Section
        title="Two-factor authentication"
        note="A code from an authenticator app, in addition to your password."
      >
        <TwoFactor {...totp} />
      </Section>
      <Section
        title="Passkeys"
        note={
          canUsePasskeys
            ? 'Sign in without a password. A passkey counts as both factors.'
            : 'Passkeys need a domain name, but this instance is opened by its IP address.'
        }
        aside={canUsePasskeys ? <AddPasskey /> : null}
      >
        <PasskeyTable passkeys={passkeys} />
      </Section>
      {identities.length > 0 ? (
        <Section title="Linked accounts" note="Accounts at other services that you can sign in with.">
          <LinkedAccounts identities={identities.map(addProvider)} />
        </Section>
      ) : null}
      <Section title="Password" note="Changing it signs out every other browser.">
        <PasswordForm />
      </Section>
    </Page>
  );
}

const addProvider = (identity: LinkedIdentity) => ({
  ...identity,
  provider: getProviderName(identity.issuer),
});
