'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/form-dialog';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import type { Role } from '#lib/core/permissions';
import type { OpenInvitation } from '#lib/service/members/invitations';
import { useAction } from '../use-action';
import { inviteAction, revokeInvitationAction } from './actions';
import { roleLabel, roleOptions } from './member-table';

/** Makes an invitation link for a role and shows it once. */
export function InviteMember({ role }: { role: Role }) {
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<Role>('editor');
  const [link, setLink] = useState<string | undefined>();
  const invite = useAction(inviteAction, setLink);
  const fresh = () => {
    setLink(undefined);
    setLabel('');
    invite.clear();
  };
  return (
    <FormDialog
      title="Invite a member"
      description="Send the link yourself; whoever opens it joins with this role."
      onOpenChange={fresh}
      trigger={
        <Button kind="primary">
          <UserPlus aria-hidden />
          Invite a member
        </Button>
      }
      submit="Make the link"
      onSubmit={() => invite.run(chosen, label)}
      busy={invite.busy}
      problem={invite.problem?.message}
      outcome={
        link ? (
          <CopySecret
            label="Invitation link"
            value={link}
            note="It works once, for seven days, and is shown only now."
          />
        ) : null
      }
    >
      <TextField
        label="For whom"
        hint="A note to tell invitations apart, such as an address."
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Select label="Role" options={roleOptions(role)} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}

/** The links that can still be used. */
export function InvitationList({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const revoke = useAction(revokeInvitationAction);
  return (
    <>
      {revoke.problem ? <Notice tone="danger">{revoke.problem.message}</Notice> : null}
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 border-t py-2 first:border-t-0">
            <span className="min-w-0 flex-1 truncate">{invitation.label || 'Without a note'}</span>
            <Chip>{roleLabel(invitation.role)}</Chip>
            <span className="text-xs text-muted">
              until{' '}
              {invitation.expiresAt.toLocaleDateString('en-GB', {
                day: 'numeric',
                month: 'short',
                timeZone: 'UTC',
              })}
            </span>
            <Button size="small" kind="quiet" busy={revoke.busy} onClick={() => revoke.run(invitation.id)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
