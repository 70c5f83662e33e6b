'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton, Dialog, FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { NoMailServer } from '#components/ui/no-mail-server';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { formatShortDate } from '#lib/core/dates';
import { noMailServerMessage } from '#lib/core/mail-server';
import { type Role, roleLabels } from '#lib/core/permissions';
import type { InvitationLink, OpenInvitation } from '#lib/service/members/invitations';
import { useAction } from '../use-action';
import { useFormDialog } from '../use-form';
import { inviteAction, renewInvitationAction, revokeInvitationAction } from './actions';
import { listAssignableRoles } from './role-options';

interface InvitationLinkPanelProps {
  link: InvitationLink;
}

function InvitationLinkPanel({ link: { url, email, isSent } }: InvitationLinkPanelProps) {
  return (
    <div className="flex flex-col gap-4">
      {email ? (
        <Notice>
          {isSent ? `Sent to ${email}.` : `${noMailServerMessage} Send the link to ${email} yourself.`}
        </Notice>
      ) : null}
      <CopySecret
        label="Invitation link"
        value={url}
        note="It works once, expires after seven days, and is shown only once."
      />
    </div>
  );
}

interface InviteMemberProps {
  role: Role;
  hasMailServer: boolean;
  /** Reason why the member can't invite others; null if they can. */
  denial: string | null;
}

/** Dialog that creates an invitation link and shows it once. */
export function InviteMember({ role, hasMailServer, denial }: InviteMemberProps) {
  const stored: { email: string; label: string; role: Role } = { email: '', label: '', role: 'editor' };
  const form = useFormDialog({
    stored,
    save: ({ email, ...values }) => inviteAction(email ? { ...values, email } : values),
    showsResult: () => true,
  });
  const { email } = form.values;
  return (
    <FormDialog
      {...form.dialog}
      title="Invite member"
      description="Anyone who opens the invitation link can join with the role you choose."
      trigger={
        <Button Icon={UserPlus} kind="primary" denial={denial}>
          Invite member
        </Button>
      }
      submitLabel={email && hasMailServer ? 'Send invitation' : 'Create link'}
      outcome={form.saved ? <InvitationLinkPanel link={form.saved.value} /> : null}
    >
      <NoMailServer hasMailServer={hasMailServer} />
      <TextField
        {...form.field('email')}
        label="Email (optional)"
        type="email"
        autoComplete="off"
        hint={
          hasMailServer
            ? 'The link is sent to this address. Without an address, you send the link yourself.'
            : 'You send the link to this address yourself.'
        }
      />
      {email ? null : (
        <TextField
          {...form.field('label')}
          label="Label (optional)"
          hint="For example a name, to help you recognize the invitation."
        />
      )}
      <Select
        label="Role"
        options={listAssignableRoles(role)}
        value={form.values.role}
        onChange={(next) => form.change({ role: next })}
      />
    </FormDialog>
  );
}

interface InvitationListProps {
  invitations: readonly OpenInvitation[];
  role: Role;
  /** Reason why the member can't manage invitations; null if they can. */
  denial: string | null;
  now: Date;
  hasMailServer: boolean;
}

/** The invitations that were neither accepted nor revoked. */
export function InvitationList({ invitations, role, denial, now, hasMailServer }: InvitationListProps) {
  const [link, setLink] = useState<InvitationLink>();
  const renew = useAction(renewInvitationAction, setLink);
  const revoke = useAction(revokeInvitationAction);
  const assignable = listAssignableRoles(role).map(({ value }) => value);
  return (
    <>
      <ErrorNotice problem={renew.problem ?? revoke.problem} />
      <ul>
        {invitations.map((invitation) => {
          const isSent = invitation.email !== null && hasMailServer;
          return (
            <li
              key={invitation.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-2 first:border-t-0"
            >
              <span className="min-w-40 flex-1 truncate">{invitation.label || 'No label'}</span>
              <Chip>{roleLabels[invitation.role]}</Chip>
              <span className="text-xs text-muted">
                {invitation.expiresAt > now ? 'expires' : 'expired'} {formatShortDate(invitation.expiresAt)}
              </span>
              <span className="flex gap-1 max-sm:-ml-2.5">
                {assignable.includes(invitation.role) ? (
                  <ConfirmButton
                    label={isSent ? 'Resend' : 'Create new link'}
                    title={isSent ? 'Resend this invitation?' : 'Create new link?'}
                    confirmLabel={isSent ? 'Resend invitation' : 'Create link'}
                    denial={denial}
                    busy={renew.busy}
                    onConfirm={() => renew.run({ id: invitation.id })}
                  >
                    The previous link stops working immediately. The new one expires after seven days.
                  </ConfirmButton>
                ) : null}
                <Button
                  size="small"
                  kind="quiet"
                  denial={denial}
                  busy={revoke.busy}
                  onClick={() => revoke.run({ id: invitation.id })}
                >
                  Revoke
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      <Dialog
        title="New invitation link"
        description="The previous link no longer works."
        open={link !== undefined}
        onOpenChange={(open) => {
          if (!open) setLink(undefined);
        }}
      >
        {link ? <InvitationLinkPanel link={link} /> : null}
      </Dialog>
    </>
  );
}
