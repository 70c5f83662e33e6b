import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { describeBrowser } from '#lib/core/user-agent';
import { formatPlural } from '#lib/format/numbers';
import { listSessions } from '#lib/service/users/sessions';
import { getContext, getCurrentSessionId, requireSession } from '../../session';
import { EmailForm } from './email-form';
import { PasswordForm } from './password-form';
import { SessionTable } from './session-table';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage() {
  const { user } = await requireSession();
  const sessions = await listSessions(await getContext());
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
      <Section title="Password" note="Changing it signs out every other browser.">
        <PasswordForm />
      </Section>
    </Page>
  );
}
