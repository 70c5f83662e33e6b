import type { Metadata } from 'next';
import { getAccountContext, getCurrentSessionId, requireUser, selectOrganization } from '#app/session.ts';
import { Page, PageHeader } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { getButtonClasses } from '#components/ui/button';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState, Notice } from '#components/ui/notice';
import { getEnv } from '#lib/core/env';
import { listIdentityProviders } from '#lib/core/identity-providers';
import { hasMailServer } from '#lib/core/mail-server';
import { defineMessages } from '#lib/core/messages';
import { describeBrowser } from '#lib/core/user-agent';
import { hasPassword } from '#lib/service/users/change-password';
import { type LinkedIdentity, listIdentities } from '#lib/service/users/identities';
import { listPasskeys } from '#lib/service/users/passkeys';
import { getRelyingParty, missingDomainReason } from '#lib/service/users/relying-party';
import { listSessions } from '#lib/service/users/sessions';
import { getIdentityProviderName } from '#lib/service/users/sign-in-methods';
import { getTotpStatus } from '#lib/service/users/totp';
import { EmailForm } from './email-form';
import { LinkAccount, LinkedAccounts } from './linked-accounts';
import { AddPasskey, PasskeyTable } from './passkeys';
import { PasswordForm } from './password-form';
import { SessionTable } from './session-table';
import { TwoFactor } from './two-factor';

export const metadata: Metadata = { title: 'Account' };

interface AccountPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const messages = defineMessages({
  email:
    'You sign in with this address{use, select, notices { and receive notices about your account there} other {}}.',
  summary: '{name}, {email}. Signed in on {browsers, plural, one {# browser} other {# browsers}}.',
});

export default async function AccountPage({ searchParams }: AccountPageProps) {
  const account = await requireUser();
  const { user, memberships } = account;
  const isShown = memberships.length > 0 && !(await selectOrganization(account)).needsSecondFactor;
  const context = await getAccountContext();
  const [sessions, totp, passkeys, identities, canUsePassword] = await Promise.all([
    listSessions(context, { idleHours: getEnv().SESSION_IDLE_HOURS }),
    getTotpStatus(context),
    listPasskeys(context),
    listIdentities(context),
    hasPassword(context),
  ]);
  const isIdentityTaken = (await searchParams).problem === 'identity-taken';
  const providers = listIdentityProviders(getEnv()).filter(
    ({ issuer }) => !identities.some((identity) => identity.issuer === issuer),
  );
  const sendsEmail = hasMailServer(getEnv());
  const canUsePasskeys = getRelyingParty() !== null;
  const currentId = await getCurrentSessionId();
  const header = {
    title: 'Account',
    summary: messages.summary({ name: user.name, email: user.email, browsers: sessions.length }),
  };
  const sections = (
    <>
      {isIdentityTaken ? (
        <Notice tone="danger">
          The Google, GitHub or other account you tried to link is already linked to another user. Unlink it
          from that user first.
        </Notice>
      ) : null}
      <Section title="Sessions" note="Browsers that are signed in to your account.">
        <SessionTable
          sessions={sessions.map(({ userAgent, ...session }) => ({
            ...session,
            browser: describeBrowser(userAgent),
            isCurrent: session.id === currentId,
          }))}
        />
      </Section>
      <Section title="Email address" note={messages.email({ use: sendsEmail ? 'notices' : 'other' })}>
        <EmailForm
          email={user.email}
          isVerified={user.isEmailVerified}
          hasPassword={canUsePassword}
          hasMailServer={sendsEmail}
        />
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
            : missingDomainReason
        }
        aside={canUsePasskeys ? <AddPasskey /> : null}
      >
        <PasskeyTable passkeys={passkeys} />
      </Section>
      {identities.length + providers.length > 0 ? (
        <Section
          title="Linked accounts"
          note="Accounts at other services that you can sign in with."
          aside={providers.map(({ id, name }) => <LinkAccount key={id} provider={{ id, name }} />)}
        >
          {identities.length > 0 ? (
            <LinkedAccounts identities={identities.map(addProviderName)} />
          ) : (
            <EmptyState kind="none yet" title="No linked accounts yet">
              Link an account to sign in with it.
            </EmptyState>
          )}
        </Section>
      ) : null}
      <Section
        title="Password"
        note={
          canUsePassword
            ? 'Changing your password signs out every other browser.'
            : 'You don’t have a password yet. Set one to sign in without an identity provider or a passkey.'
        }
      >
        <PasswordForm hasPassword={canUsePassword} />
      </Section>
    </>
  );
  if (isShown) return <Page {...header}>{sections}</Page>;
  return (
    <main id="content" className="mx-auto max-w-4xl px-4 pb-12 md:px-6">
      <PageHeader
        {...header}
        actions={
          memberships.length > 0 ? (
            // A document, because the layout of this page lacks the navigation.
            <a href="/" className={getButtonClasses({})}>
              Open organization
            </a>
          ) : (
            <LinkButton href="/new-organization">New organization</LinkButton>
          )
        }
      />
      {sections}
    </main>
  );
}

const addProviderName = (identity: LinkedIdentity) => ({
  ...identity,
  provider: getIdentityProviderName(identity.issuer),
});
