import type { Metadata } from 'next';
import { Fragment } from 'react';
import { getContext, getRole } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { Section } from '#components/sections/section';
import { LinkButton } from '#components/ui/link-button';
import { getEnv } from '#lib/core/env';
import { hasMailServer } from '#lib/core/mail-server';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { listInvitations } from '#lib/service/members/invitations';
import { listMembers } from '#lib/service/members/members';
import { getSecondFactorPolicy } from '#lib/service/organizations/second-factor';
import { InvitationList, InviteMember } from './invitations';
import { MemberTable } from './members';
import { SecondFactor } from './second-factor';

export const metadata: Metadata = { title: 'Members' };

const roleDescriptions = [
  [
    'Owner',
    'Full access, including managing owners, requiring a second factor, exporting all data and deleting the organization.',
  ],
  [
    'Admin',
    'Everything editors can do. Can also manage members, API keys, webhooks, provider keys, budgets and report branding, clear the queue, see the audit log, rename the organization and delete projects.',
  ],
  [
    'Editor',
    'Can edit projects, prompts, schedules, alerts and reports, start runs and share reports. Can see API keys, webhooks, provider keys, requests and usage.',
  ],
  ['Viewer', 'Can view all metrics and answers but can’t change anything.'],
] as const;

const messages = defineMessages({
  summary:
    '{members, plural, one {# member} other {# members}} ({owners, plural, one {# owner} other {# owners}}){invitations, plural, =0 {} one { and # pending invitation} other { and # pending invitations}}.',
});

export default async function MembersPage() {
  const context = await getContext();
  const role = getRole(context);
  const denial = explainDenial(context.actor, 'members.manage');
  const auditDenial = explainDenial(context.actor, 'audit.read');
  const [members, policy, invitations] = await Promise.all([
    listMembers(context),
    getSecondFactorPolicy(context),
    explainDenial(context.actor, 'invitations.read') === null ? listInvitations(context) : [],
  ]);
  const owners = members.filter((member) => member.role === 'owner').length;
  return (
    <Page
      title="Members"
      summary={messages.summary({ members: members.length, owners, invitations: invitations.length })}
      actions={
        <>
          <LinkButton href="/members/audit" denial={auditDenial}>
            Audit log
          </LinkButton>
          <InviteMember role={role} hasMailServer={hasMailServer(getEnv())} denial={denial} />
          <ExportMenu exportedTable={{ organizationTable: 'members' }} title="Members" />
        </>
      }
    >
      <MemberTable
        members={members}
        currentUserId={context.actor.kind === 'member' ? context.actor.userId : undefined}
        role={role}
        denial={denial}
        ownerDenial={explainDenial(context.actor, 'owners.manage')}
      />
      {invitations.length > 0 ? (
        <Section
          title="Pending invitations"
          note="Links work once and expire after seven days."
          className="mt-8"
        >
          <InvitationList
            invitations={invitations}
            role={role}
            denial={denial}
            now={context.clock.now()}
            hasMailServer={hasMailServer(getEnv())}
          />
        </Section>
      ) : null}
      <Section
        title="Second factor"
        note="An authenticator app or a passkey, in addition to the password."
        className={invitations.length > 0 ? undefined : 'mt-8'}
      >
        <SecondFactor {...policy} denial={explainDenial(context.actor, 'organization.secure')} />
      </Section>
      <Section title="Roles">
        <dl className="grid max-w-3xl gap-x-8 sm:grid-cols-[96px_1fr] sm:gap-y-2">
          {roleDescriptions.map(([role, description]) => (
            <Fragment key={role}>
              <dt className="font-medium">{role}</dt>
              <dd className="text-muted max-sm:mb-3">{description}</dd>
            </Fragment>
          ))}
        </dl>
      </Section>
    </Page>
  );
}
