'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { Dialog, DialogClose } from '#components/ui/dialog';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import type { Role } from '#lib/core/permissions';
import { useAction } from '../use-action';
import { inviteAction } from './actions';
import { roleOptions } from './role-options';

/** Makes an invitation link for a role and shows it once. */
export function InviteMember({ role }: { role: Role }) {
  const [open, setOpen] = useState(false);
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<Role>('editor');
  const [link, setLink] = useState<string | undefined>();
  const invite = useAction(inviteAction, setLink);
  const openFresh = (next: boolean) => {
    setOpen(next);
    setLink(undefined);
    setLabel('');
    invite.clear();
  };
  return (
    <Dialog
      title="Invite a member"
      description="Send the link yourself; whoever opens it joins with this role."
      open={open}
      onOpenChange={openFresh}
      trigger={
        <Button kind="primary">
          <UserPlus aria-hidden />
          Invite a member
        </Button>
      }
      actions={
        link ? (
          <DialogClose>
            <Button kind="primary">Done</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose>
              <Button kind="quiet">Cancel</Button>
            </DialogClose>
            <Button kind="primary" busy={invite.busy} onClick={() => invite.run(chosen, label)}>
              Make the link
            </Button>
          </>
        )
      }
    >
      {link ? (
        <CopySecret
          label="Invitation link"
          value={link}
          note="It works once, for seven days, and is shown only now."
        />
      ) : (
        <div className="flex flex-col gap-4">
          {invite.problem ? <Notice tone="danger">{invite.problem.message}</Notice> : null}
          <TextField
            label="For whom"
            hint="A note to tell invitations apart, such as an address."
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <Select label="Role" options={roleOptions(role)} value={chosen} onChange={setChosen} />
        </div>
      )}
    </Dialog>
  );
}
