'use client';

import { useState } from 'react';
import { ConfirmButton } from '#components/overlays/dialog';
import { ErrorNotice } from '#components/ui/notice';
import { type Option, Select } from '#components/ui/select';
import { useAction } from '../use-action';
import { leaveOrganizationAction, transferOwnershipAction } from './actions';

/** Makes another member an owner, and the signed-in owner an admin. */
export function TransferOwnership({ candidates }: { candidates: readonly Option[] }) {
  const [userId, setUserId] = useState(candidates[0]?.value ?? '');
  const transfer = useAction(transferOwnershipAction);
  const chosen = candidates.find(({ value }) => value === userId);
  if (!chosen) return <p className="text-muted">Invite a member first to transfer ownership.</p>;
  return (
    <div className="flex max-w-sm flex-col gap-4">
      <ErrorNotice problem={transfer.problem} />
      <Select label="New owner" options={candidates} value={userId} onChange={setUserId} />
      <div>
        <ConfirmButton
          label="Transfer ownership"
          title="Transfer ownership?"
          confirmLabel="Transfer ownership"
          size="medium"
          kind="secondary"
          busy={transfer.busy}
          onConfirm={() => transfer.run({ userId })}
        >
          {chosen.label} becomes an owner, and you become an admin. Only an owner can make you an owner again.
        </ConfirmButton>
      </div>
    </div>
  );
}

interface LeaveOrganizationProps {
  name: string;
  isOnlyOwner: boolean;
}

/** Ends the user's own membership. */
export function LeaveOrganization({ name, isOnlyOwner }: LeaveOrganizationProps) {
  const leave = useAction(leaveOrganizationAction);
  if (isOnlyOwner) {
    return (
      <p className="max-w-2xl text-muted">
        You’re the only owner. Transfer ownership or make another member an owner before you leave.
      </p>
    );
  }
  return (
    <>
      <ErrorNotice problem={leave.problem} className="mb-4" />
      <ConfirmButton
        label="Leave organization"
        title={`Leave ${name}?`}
        confirmLabel="Leave organization"
        size="medium"
        kind="secondary"
        busy={leave.busy}
        onConfirm={() => leave.run()}
      >
        You lose access immediately. Your projects and runs are kept, and your API keys stay valid until an
        owner or admin revokes them. To come back, you need an invitation.
      </ConfirmButton>
    </>
  );
}
