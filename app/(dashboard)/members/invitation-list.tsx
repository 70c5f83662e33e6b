'use client';

import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { Notice } from '#components/ui/notice';
import type { OpenInvitation } from '#lib/service/members/list-invitations';
import { useAction } from '../use-action';
import { revokeInvitationAction } from './actions';
import { roleLabel } from './role-options';

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
