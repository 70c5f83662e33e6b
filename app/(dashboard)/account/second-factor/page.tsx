import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { switchOrganizationAction } from '#app/(dashboard)/actions.ts';
import { getAccountContext, getSafeRedirectPath, requireUser, selectOrganization } from '#app/session.ts';
import { PageHeader } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { Button, getButtonClasses } from '#components/ui/button';
import { LinkButton } from '#components/ui/link-button';
import { defineMessages } from '#lib/core/messages';
import { listPasskeys } from '#lib/service/users/passkeys';
import { getRelyingParty } from '#lib/service/users/relying-party';
import { getTotpStatus } from '#lib/service/users/totp';
import { AddPasskey } from '../passkeys';
import { TwoFactor } from '../two-factor';
import { ConfirmPasskey } from './confirm-passkey';

export const metadata: Metadata = { title: 'Second factor required' };

interface SecondFactorPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Leads members to the second factor that their organization requires, before they see anything of it. */
const messages = defineMessages({
  required:
    '{name} requires a second factor, so that a stolen password alone opens nothing. Set up {means, select, both {an authenticator app or a passkey} other {an authenticator app}} to continue.',
});

export default async function SecondFactorPage({ searchParams }: SecondFactorPageProps) {
  const next = getSafeRedirectPath((await searchParams).next);
  const { organization, organizations, needsSecondFactor } = await selectOrganization(await requireUser());
  if (!organization.requiresSecondFactor) redirect(next);
  const context = await getAccountContext();
  const [totp, passkeys] = await Promise.all([getTotpStatus(context), listPasskeys(context)]);
  const canUsePasskeys = getRelyingParty() !== null;
  const others = organizations.filter(({ organizationId }) => organizationId !== organization.organizationId);
  const name = organization.organizationName;
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-4xl px-4 pb-12 outline-none md:px-6">
      <PageHeader
        title={needsSecondFactor ? 'Second factor required' : 'Second factor is set up'}
        summary={
          needsSecondFactor
            ? messages.required({ name, means: canUsePasskeys ? 'both' : 'other' })
            : `You can now open ${name}.`
        }
        actions={
          needsSecondFactor ? null : (
            // A document, because the layout of this page lacks the navigation.
            <a href={next} className={getButtonClasses({ kind: 'primary' })}>
              Continue
            </a>
          )
        }
      />
      {needsSecondFactor && passkeys.length > 0 && canUsePasskeys ? (
        <Section
          title="Confirm with your passkey"
          note="You signed in without it. A passkey counts as both factors."
        >
          <ConfirmPasskey next={next} />
        </Section>
      ) : null}
      <Section
        title="Authenticator app"
        note="A code from an app on your phone, in addition to your password."
      >
        <TwoFactor {...totp} />
      </Section>
      {canUsePasskeys && passkeys.length === 0 ? (
        <Section
          title="Passkey"
          note="Sign in with your fingerprint, your face or your device’s PIN. Afterwards, confirm it once on this page."
          aside={<AddPasskey />}
        >
          {null}
        </Section>
      ) : null}
      {others.length > 0 ? (
        <Section title="Other organizations">
          <div className="flex flex-wrap gap-2">
            {others.map(({ organizationId, organizationName }) => (
              <form key={organizationId} action={switchOrganizationAction.bind(null, organizationId)}>
                <Button type="submit">{`Switch to ${organizationName}`}</Button>
              </form>
            ))}
          </div>
        </Section>
      ) : null}
      <p>
        <LinkButton href="/account">Open account page</LinkButton>
      </p>
    </main>
  );
}
