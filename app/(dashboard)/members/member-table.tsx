'use client';

import { ConfirmButton } from '#components/overlays/dialog';
import { Chip } from '#components/ui/chip';
import { Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { hasPermission, type Role, roles } from '#lib/core/permissions';
import type { Member } from '#lib/service/members/members';
import { useAction } from '../use-action';
import { changeRoleAction, removeMemberAction } from './actions';

interface MemberTableProps {
  members: readonly Member[];
  /** The current user. */
  selfId: string | undefined;
  role: Role;
}

/** The members, with editable roles if permitted. */
export function MemberTable({ members, selfId, role }: MemberTableProps) {
  const change = useAction(changeRoleAction);
  const remove = useAction(removeMemberAction);
  const problem = change.problem ?? remove.problem;
  const canChange = (member: Member) =>
    hasPermission(role, member.role === 'owner' ? 'organization.manage' : 'members.manage');
  return (
    <>
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <Table label="Members">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell className="max-sm:hidden">Email</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell unseen>Actions</HeadCell>
        </TableHead>
        <tbody>
          {members.map((member) => (
            <Row key={member.userId}>
              <Cell>
                {member.name} {member.userId === selfId ? <Chip>You</Chip> : null}
                <span className="block text-xs wrap-anywhere text-muted sm:hidden">{member.email}</span>
              </Cell>
              <Cell className="text-muted max-sm:hidden">{member.email}</Cell>
              <Cell className="w-40">
                {canChange(member) ? (
                  <Select
                    label={`Role of ${member.name}`}
                    labelHidden
                    options={roleOptions(role)}
                    value={member.role}
                    onChange={(next) => change.run(member.userId, next)}
                    disabled={change.busy}
                  />
                ) : (
                  roleLabel(member.role)
                )}
              </Cell>
              <Cell numeric>
                {canChange(member) && member.userId !== selfId ? (
                  <ConfirmButton
                    label="Remove"
                    title={`Remove ${member.name}?`}
                    confirm="Remove member"
                    busy={remove.busy}
                    onConfirm={() => remove.run(member.userId)}
                  >
                    {member.name} loses access immediately. Their projects, runs and API keys are kept.
                  </ConfirmButton>
                ) : null}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}

const labels: Record<Role, string> = { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

/** Returns the roles that a member with `role` can assign. Only owners can assign the owner role. */
export function roleOptions(role: Role): { value: Role; label: string }[] {
  return roles
    .filter((one) => one !== 'owner' || hasPermission(role, 'organization.manage'))
    .map((value) => ({ value, label: labels[value] }));
}

export function roleLabel(role: Role): string {
  return labels[role];
}
