import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { hasPermission } from '#lib/core/permissions';
import { listInvitations } from '#lib/service/members/invitations';
import { listMembers } from '#lib/service/members/members';
import { getContext, getRole } from '../../session';
import { InvitationList, InviteMember } from './invitations';
import { MemberTable } from './member-table';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage() {
  const context = await getContext();
  const role = getRole(context);
  const mayManage = hasPermission(role, 'members.manage');
  const [members, invitations] = await Promise.all([
    listMembers(context),
    mayManage ? listInvitations(context) : Promise.resolve([]),
  ]);
  const owners = members.filter((member) => member.role === 'owner').length;
  const whom =
    members.length === 1
      ? 'You alone'
      : `${members.length} members, ${owners === 1 ? 'one of them an owner' : `${owners} of them owners`}`;
  const answer = `${whom}${invitations.length > 0 ? `; ${invitations.length === 1 ? 'one invitation is' : `${invitations.length} invitations are`} open` : ''}.`;
  return (
    <Page
      title="Who works here?"
      answer={answer}
      actions={mayManage ? <InviteMember role={role} /> : undefined}
    >
      <MemberTable
        members={members}
        selfId={context.actor.kind === 'member' ? context.actor.userId : undefined}
        role={role}
      />
      {invitations.length > 0 ? (
        <Section title="Open invitations" note="A link works once and for seven days." className="mt-8">
          <InvitationList invitations={invitations} />
        </Section>
      ) : null}
      <Section title="What each role may do" className="mt-8">
        <dl className="grid max-w-3xl gap-x-8 sm:grid-cols-[96px_1fr] sm:gap-y-2">
          <dt className="font-medium">Owner</dt>
          <dd className="text-muted max-sm:mb-3">Everything, owners and the organization itself included.</dd>
          <dt className="font-medium">Admin</dt>
          <dd className="text-muted max-sm:mb-3">
            Invites members, makes keys, sets up webhooks, deletes projects.
          </dd>
          <dt className="font-medium">Editor</dt>
          <dd className="text-muted max-sm:mb-3">
            Edits projects, prompts and schedules, starts runs, shares links.
          </dd>
          <dt className="font-medium">Viewer</dt>
          <dd className="text-muted max-sm:mb-3">Reads every figure and answer, changes nothing.</dd>
        </dl>
      </Section>
    </Page>
  );
}
