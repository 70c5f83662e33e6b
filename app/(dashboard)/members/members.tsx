'use client';

import { ConfirmButton } from '#components/overlays/dialog';
import { TableView } from '#components/sections/table-view';
import { Chip } from '#components/ui/chip';
import { ErrorNotice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { membersTable } from '#lib/contract/tables/members';
import { defineMessages } from '#lib/core/messages';
import { type Role, roleLabels } from '#lib/core/permissions';
import type { Member } from '#lib/service/members/members';
import { useAction } from '../use-action';
import { changeRoleAction, removeMemberAction } from './actions';
import { listAssignableRoles } from './role-options';

interface MemberTableProps {
  members: readonly Member[];
  currentUserId: string | undefined;
  /** The role of the signed-in user. */
  role: Role;
  /** Reason why the signed-in user can't change members who are not owners; null if they can. */
  denial: string | null;
  /** Reason why the signed-in user can't change owners; null if they can. */
  ownerDenial: string | null;
}

const messages = defineMessages({
  keptKeys:
    '{keys, plural, one {# API key created by {name} stays valid: replace and revoke it} other {# API keys created by {name} stay valid: replace and revoke them}} in API & webhooks.',
});

/** The members, with editable roles if permitted. */
export function MemberTable({ members, currentUserId, role, denial, ownerDenial }: MemberTableProps) {
  const change = useAction(changeRoleAction);
  const remove = useAction(removeMemberAction);
  const problem = change.problem ?? remove.problem;
  const getDenial = (member: Member) => (member.role === 'owner' ? ownerDenial : denial);
  return (
    <>
      <ErrorNotice problem={problem} />
      <TableView
        table={membersTable}
        rows={members}
        getKey={({ userId }) => userId}
        views={{
          name: {
            cell: ({ userId, name, email }) => (
              <>
                {name} {userId === currentUserId ? <Chip>You</Chip> : null}
                <span className="block text-xs wrap-anywhere text-muted sm:hidden">{email}</span>
              </>
            ),
          },
          email: { className: 'text-muted max-sm:hidden' },
          role: {
            className: 'w-40',
            cell: (member) =>
              getDenial(member) === null ? (
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
        }}
        actions={(member) => {
          if (member.userId === currentUserId) return null;
          return (
            <ConfirmButton
              label={
                <>
                  Remove<span className="sr-only"> {member.name}</span>
                </>
              }
              title={`Remove ${member.name}?`}
              confirmLabel="Remove member"
              denial={getDenial(member)}
              busy={remove.busy}
              onConfirm={() => remove.run({ userId: member.userId })}
            >
              {member.name} loses access immediately, and pending invitations from {member.name} are revoked.
              Projects and runs are kept.{' '}
              {member.activeKeys > 0 ? messages.keptKeys({ keys: member.activeKeys, name: member.name }) : ''}
            </ConfirmButton>
          );
        }}
      />
    </>
  );
}
