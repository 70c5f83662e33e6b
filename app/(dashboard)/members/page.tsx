import { UserPlus } from 'lucide-react';
import type { Metadata } from 'next';
import { Fragment } from 'react';
import { Page } from '#components/layout/page';
import { DeniedButton } from '#components/overlays/denied-button';
import { ExportMenu } from '#components/sections/export-menu';
import { Section } from '#components/sections/section';
import { LinkButton } from '#components/ui/button';
import { explainDenial } from '#lib/core/permissions';
import { formatPlural } from '#lib/format/numbers';
import { listInvitations } from '#lib/service/members/invitations';
import { listMembers } from '#lib/service/members/members';
import { getContext, getRole } from '../../session';
import { InvitationList, InviteMember } from './invitations';
import { MemberTable } from './members';

export const metadata: Metadata = { title: 'Members' };

const roleDescriptions = [
  ['Owner', 'Full access, including managing owners, exporting all data and deleting the organization.'],
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

export default async function MembersPage() {
  const context = await getContext();
  const role = getRole(context);
  const denial = explainDenial(context.actor, 'members.manage');
  const auditDenial = explainDenial(context.actor, 'audit.read');
  const [members, invitations] = await Promise.all([
    listMembers(context),
    explainDenial(context.actor, 'invitations.read') === null ? listInvitations(context) : [],
  ]);
  const owners = members.filter((member) => member.role === 'owner').length;
  const counts = [
    `${formatPlural(members.length, 'member')} (${formatPlural(owners, 'owner')})`,
    ...(invitations.length > 0 ? [formatPlural(invitations.length, 'pending invitation')] : []),
  ];
  return (
    <Page
      title="Members"
      summary={`${counts.join(' and ')}.`}
      actions={
        <>
          {auditDenial === null ? (
            <LinkButton href="/members/audit">Audit log</LinkButton>
          ) : (
            <DeniedButton reason={auditDenial}>Audit log</DeniedButton>
          )}
          {denial === null ? (
            <InviteMember role={role} />
          ) : (
            <DeniedButton reason={denial} Icon={UserPlus} kind="primary">
              Invite member
            </DeniedButton>
          )}
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
          <InvitationList invitations={invitations} role={role} denial={denial} now={context.clock.now()} />
        </Section>
      ) : null}
      <Section title="Roles" className={invitations.length > 0 ? undefined : 'mt-8'}>
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
