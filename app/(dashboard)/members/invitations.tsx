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

/** Dialog that creates an invitation link and shows it once. */
export function InviteMember({ role }: { role: Role }) {
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<Role>('editor');
  const [link, setLink] = useState<string | undefined>();
  const invite = useAction(inviteAction, setLink);
  const reset = () => {
    setLink(undefined);
    setLabel('');
    invite.clear();
  };
  return (
    <FormDialog
      title="Invite member"
      description="Create a link and send it yourself. Anyone who opens it joins with the role you choose."
      onOpenChange={reset}
      trigger={
        <Button kind="primary">
          <UserPlus aria-hidden />
          Invite member{' '}
        </Button>
      }
      submit="Create link"
      onSubmit={() => invite.run(chosen, label)}
      busy={invite.busy}
      problem={invite.problem?.message}
      outcome={
        link ? (
          <CopySecret
            label="Invitation link"
            value={link}
            note="It works once, expires after seven days, and is shown only now."
          />
        ) : null
      }
    >
      <TextField
        label="Label (optional)"
        hint="Helps you recognize the invitation, such as a name or email address."
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Select label="Role" options={roleOptions(role)} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}

/** The pending invitations. */
export function InvitationList({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const revoke = useAction(revokeInvitationAction);
  return (
    <>
      {revoke.problem ? <Notice tone="danger">{revoke.problem.message}</Notice> : null}
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 border-t py-2 first:border-t-0">
            <span className="min-w-0 flex-1 truncate">{invitation.label || 'No label'}</span>
            <Chip>{roleLabel(invitation.role)}</Chip>
            <span className="text-xs text-muted">
              expires{' '}
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
