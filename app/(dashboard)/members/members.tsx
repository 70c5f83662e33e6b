'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { DataTable } from '#components/sections/data-table';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { hasPermission, type Role, roles } from '#lib/core/permissions';
import { formatShortDate } from '#lib/format/dates';
import { formatPlural } from '#lib/format/numbers';
import type { OpenInvitation } from '#lib/service/members/invitations';
import type { Member } from '#lib/service/members/members';
import { useAction, useFormDialog } from '../use-action';
import { changeRoleAction, inviteAction, removeMemberAction, revokeInvitationAction } from './actions';

interface MemberTableProps {
  members: readonly Member[];
  currentUserId: string | undefined;
  role: Role;
}

/** The members, with editable roles if permitted. */
export function MemberTable({ members, currentUserId, role }: MemberTableProps) {
  const change = useAction(changeRoleAction);
  const remove = useAction(removeMemberAction);
  const problem = change.problem ?? remove.problem;
  const canChange = (member: Member) =>
    hasPermission(role, member.role === 'owner' ? 'organization.manage' : 'members.manage');
  return (
    <>
      <ErrorNotice problem={problem} />
      <DataTable
        label="Members"
        rows={members}
        getKey={({ userId }) => userId}
        columns={[
          {
            head: 'Name',
            cell: ({ userId, name, email }) => (
              <>
                {name} {userId === currentUserId ? <Chip>You</Chip> : null}
                <span className="block text-xs wrap-anywhere text-muted sm:hidden">{email}</span>
              </>
            ),
          },
          { head: 'Email', className: 'text-muted max-sm:hidden', cell: ({ email }) => email },
          {
            head: 'Role',
            className: 'w-40',
            cell: (member) =>
              canChange(member) ? (
                <Select
                  label={`Role for ${member.name}`}
                  labelHidden
                  options={listAssignableRoles(role)}
                  value={member.role}
                  onChange={(next) => change.run({ userId: member.userId, role: next })}
                  disabled={change.busy}
                />
              ) : (
                roleLabels[member.role]
              ),
          },
          {
            head: 'Actions',
            labelHidden: true,
            numericCell: (member) =>
              canChange(member) && member.userId !== currentUserId ? (
                <ConfirmButton
                  label="Remove"
                  title={`Remove ${member.name}?`}
                  confirm="Remove member"
                  busy={remove.busy}
                  onConfirm={() => remove.run({ userId: member.userId })}
                >
                  {member.name} loses access immediately, and pending invitations from {member.name} are
                  revoked. Projects and runs are kept.{' '}
                  {member.activeKeys > 0
                    ? `${formatPlural(member.activeKeys, 'API key')} created by ${member.name} ${member.activeKeys === 1 ? 'stays' : 'stay'} valid: replace and revoke ${member.activeKeys === 1 ? 'it' : 'them'} in API & webhooks.`
                    : ''}
                </ConfirmButton>
              ) : null,
          },
        ]}
      />
    </>
  );
}

const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
};

/** Returns the roles that a member with `role` can assign. Only owners can assign the owner role. */
function listAssignableRoles(role: Role): { value: Role; label: string }[] {
  return roles
    .filter((other) => other !== 'owner' || hasPermission(role, 'organization.manage'))
    .map((value) => ({ value, label: roleLabels[value] }));
}

/** Dialog that creates an invitation link and shows it once. */
export function InviteMember({ role }: { role: Role }) {
  const [link, setLink] = useState<string>();
  const invite = useAction(inviteAction, setLink);
  const form = useFormDialog<{ label: string; role: Role }>({ label: '', role: 'editor' }, [invite]);
  return (
    <FormDialog
      {...form.dialog}
      title="Invite member"
      description="Create a link and send it yourself. Anyone who opens it joins with the role you choose."
      onOpenChange={(open) => {
        form.dialog.onOpenChange(open);
        setLink(undefined);
      }}
      trigger={
        <Button Icon={UserPlus} kind="primary">
          Invite member
        </Button>
      }
      submit="Create link"
      onSubmit={() => invite.run(form.values)}
      outcome={
        link ? (
          <CopySecret
            label="Invitation link"
            value={link}
            note="It works once, expires after seven days, and is shown only once."
          />
        ) : null
      }
    >
      <TextField
        {...form.field('label')}
        label="Label (optional)"
        hint="Helps you recognize the invitation, such as a name or email address."
      />
      <Select
        label="Role"
        options={listAssignableRoles(role)}
        value={form.values.role}
        onChange={(next) => form.change({ role: next })}
      />
    </FormDialog>
  );
}

/** The pending invitations. */
export function InvitationList({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const revoke = useAction(revokeInvitationAction);
  return (
    <>
      <ErrorNotice problem={revoke.problem} />
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 border-t py-2 first:border-t-0">
            <span className="min-w-0 flex-1 truncate">{invitation.label || 'No label'}</span>
            <Chip>{roleLabels[invitation.role]}</Chip>
            <span className="text-xs text-muted">expires {formatShortDate(invitation.expiresAt)}</span>
            <Button
              size="small"
              kind="quiet"
              busy={revoke.busy}
              onClick={() => revoke.run({ id: invitation.id })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
